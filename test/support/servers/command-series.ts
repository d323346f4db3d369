/**
 * A program that runs several command lines, given as JSON, in one process, and prints how each ended, in one line after their own output. For
 * commands that are refused: starting a process for each would cost far more. It ends by itself only if no command leaves anything open.
 */
export interface CommandLine {
  readonly words: readonly string[];
  /** In addition to the environment of the process. */
  readonly environment?: Readonly<Record<string, string>>;
}

export interface Outcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

const COMMAND_LINE = new URL('../../../src/command-line.ts', import.meta.url);

const series = JSON.parse(process.argv[2] ?? '[]') as readonly CommandLine[];
const outcomes: Outcome[] = [];
const inherited = { ...process.env };
for (const [i, line] of series.entries()) outcomes.push(await outcomeOf(line, i));
process.exitCode = 0;
process.stdout.write(`\n${JSON.stringify(outcomes)}`);

async function outcomeOf({ words, environment }: CommandLine, turn: number): Promise<Outcome> {
  const written = { stdout: '', stderr: '' };
  const ways = (['stdout', 'stderr'] as const).map((name) => {
    const { write } = process[name];
    process[name].write = (text: string | Uint8Array) => {
      written[name] += String(text);
      return true;
    };
    return () => {
      process[name].write = write;
    };
  });
  process.argv = [process.execPath, 'watchbill', ...words];
  process.env = { ...inherited, ...environment };
  process.exitCode = 0;
  // The module runs the command when it is loaded; with another address it is loaded again.
  await import(`${COMMAND_LINE}?${turn}`);
  for (const restore of ways) restore();
  return { exitCode: Number(process.exitCode), ...written };
}
