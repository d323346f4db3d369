/** Where everything starts. */
import { setUpCompileCache } from './compile-cache.ts';
import { failWithoutOutput } from './output.ts';

setUpCompileCache();
failWithoutOutput();
await import('./command-line.ts');
