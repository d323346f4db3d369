/** Where everything starts. What the runtime compiles is kept on disk, so that the next start finds it done. */
import { enableCompileCache } from 'node:module';
import { failWithoutOutput } from './output.ts';

enableCompileCache();
failWithoutOutput();
await import('./command-line.ts');
