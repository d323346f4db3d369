/** The examples of docs/clients.md: what a reader would type and save, section by section. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const PAGE = new URL('../../docs/clients.md', import.meta.url);

const BLOCK = /(?:<!-- file: (\S+) -->\n)?```(\w+)\n(.*?)```/gs;

export interface Examples {
  /** Programs by file name. */
  readonly files: ReadonlyMap<string, string>;
  /** Blocks of shell lines: they generate a client, and compile and run the programs. */
  readonly shell: readonly string[];
}

export async function examplesOf(section: string): Promise<Examples> {
  const [, ...sections] = (await readFile(PAGE, 'utf8')).split(/^## /m);
  const found = sections.find((one) => one.startsWith(`${section}\n`));
  if (found === undefined) throw new Error(`docs/clients.md has no section ${section}`);
  const blocks = [...found.matchAll(BLOCK)].map(([, file, language, text = '']) => ({ file, language, text }));
  return {
    files: new Map(blocks.flatMap(({ file, text }) => (file === undefined ? [] : [[file, text]]))),
    shell: blocks.flatMap(({ language, text }) => (language === 'sh' ? [text] : [])),
  };
}

export async function saveFiles({ files }: Examples, folder: string): Promise<void> {
  for (const [name, text] of files) await writeFile(join(folder, name), text);
}
