/**
 * `npm run clients` generates a client in each language of docs/clients.md, as the page says, compiles it strictly, and makes ten calls with it to a
 * service that was just started. Names select some of them (`npm run clients -- Go`). A language whose tools are missing is not run.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFolder, runLines } from '../test/support/servers/child-processes.ts';
import { examplesOf, saveFiles } from './clients/page.ts';
import { type Scene, startScene } from './clients/scene.ts';

interface Client {
  readonly tools: readonly string[];
  /** Of the page, in this order. */
  readonly sections: readonly string[];
  /** The program with the ten calls, and where the lines expect it. */
  readonly program: readonly [source: string, place: string];
  /** Shell lines that check everything and run the program, after those of the page. */
  readonly lines: string;
}

const CLASSES = "'watchbill/target/classes:watchbill/target/dependency/*'";

const CLIENTS: Readonly<Record<string, Client>> = {
  TypeScript: {
    tools: ['npm'],
    sections: ['TypeScript'],
    program: ['ten-calls.ts', 'ten-calls.mts'],
    lines: `
      npx tsc --noEmit --strict --target esnext --module nodenext --allowImportingTsExtensions --types node *.mts
      node ten-calls.mts`,
  },
  Python: {
    tools: ['python3'],
    sections: ['Python'],
    program: ['ten_calls.py', 'ten_calls.py'],
    lines: `
      .venv/bin/pip install -q mypy==2.4.1
      .venv/bin/mypy --strict oncall.py ten_calls.py
      .venv/bin/python ten_calls.py`,
  },
  Go: {
    tools: ['go', 'java', 'mvn'],
    sections: ['OpenAPI Generator', 'Go'],
    program: ['go/main.go', 'ten-calls/main.go'],
    lines: `
      go vet ./...
      go run ./ten-calls`,
  },
  Java: {
    tools: ['java', 'javac', 'mvn'],
    sections: ['OpenAPI Generator', 'Java'],
    program: ['TenCalls.java', 'TenCalls.java'],
    lines: `
      javac -Xlint:all -Werror -cp ${CLASSES} -d programs OnCallNow.java TenCalls.java
      java -cp programs:${CLASSES} TenCalls`,
  },
};

const wanted = process.argv.slice(2);
const scene = await startScene();
for (const [name, client] of Object.entries(CLIENTS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const missing = await missingOf(client.tools);
  if (missing.length > 0) {
    console.log(`${name}: not run, no ${missing.map((tool) => `\`${tool}\``).join(' and ')} on the PATH`);
    continue;
  }
  const startMs = performance.now();
  try {
    await runClient(client, scene);
    console.log(`${name}: ten calls, ${Math.round((performance.now() - startMs) / 1_000)} s`);
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    console.error(`${name}: failed\n${stdout}${stderr === '' ? message : stderr}`);
    process.exitCode = 1;
  }
}
await scene.stop();

async function missingOf(tools: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    tools.map((tool) =>
      runLines(`command -v ${tool}`, {}).then(
        () => true,
        () => false,
      ),
    ),
  );
  return tools.filter((_, i) => !found[i]);
}

/** Everything that is generated goes to a temporary folder. */
async function runClient({ sections, program: [source, place], lines }: Client, { environment, onCall }: Scene) {
  const folder = await createFolder('watchbill-client-');
  const options = {
    cwd: folder.path,
    env: { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`, ...environment },
    maxBuffer: 64 * 1024 * 1024,
  };
  for (const section of sections) {
    const examples = await examplesOf(section);
    await saveFiles(examples, folder.path);
    const { stdout } = await runLines(examples.shell.join(''), options);
    if (examples.files.size > 0 && !stdout.includes(onCall)) throw new Error(`It did not print ${onCall}:\n${stdout}`);
  }
  const copy = join(folder.path, place);
  await mkdir(dirname(copy), { recursive: true });
  const text = await readFile(fileURLToPath(new URL(`clients/${source}`, import.meta.url)), 'utf8');
  await writeFile(copy, text.replace('../../src/api-client/schema.d.ts', './watchbill.d.ts'));
  await runLines(lines, options);
  await folder.remove();
}
