/** Entry point: sets up the compile cache, then runs the command line. */
import { findBuiltCode } from './built-code.ts';
import { setUpCompileCache } from './compile-cache.ts';
import { failWithoutOutput } from './output.ts';

setUpCompileCache();
failWithoutOutput();
const built = findBuiltCode();
await (built === undefined ? import('./command-line.ts') : import(built));
