/** Entry point: handles signals, makes stack traces name the sources, then runs the command line. */
import { setSourceMapsSupport } from 'node:module';
import { failWithoutOutput } from './process/output.ts';
import { endBySignals, handleSignals, SERVICES } from './process/signals.ts';
import { warnOfSurprises } from './process/terminal.ts';

// To stop a service is no failure, also while it starts.
if (SERVICES.has(process.argv[2] ?? '')) {
  handleSignals(() => process.exit());
} else {
  endBySignals();
  warnOfSurprises();
}

// The maps of packages would cost memory and name files that nobody has.
setSourceMapsSupport(true, { nodeModules: false });
failWithoutOutput();
await import('./command-line.ts');
