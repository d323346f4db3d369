/** Where everything starts. */
import { keepCompiledCode } from './compile-cache.ts';
import { failWithoutOutput } from './output.ts';

keepCompiledCode();
failWithoutOutput();
await import('./command-line.ts');
