/** Entry point: sets up the compile cache, then runs the command line. */
import { setUpCompileCache } from './compile-cache.ts';
import { failWithoutOutput } from './output.ts';

setUpCompileCache();
failWithoutOutput();
await import('./command-line.ts');
