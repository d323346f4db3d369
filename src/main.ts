/** Entry point: makes stack traces name the sources, then runs the command line. */
import { setSourceMapsSupport } from 'node:module';
import { failWithoutOutput } from './process/output.ts';

// The maps of packages would cost memory and name files that nobody has.
setSourceMapsSupport(true, { nodeModules: false });
failWithoutOutput();
await import('./command-line.ts');
