/** What is on the sheets that Chromium prints into a PDF. */
import assert from 'node:assert/strict';
import { inflateSync } from 'node:zlib';

/** How many pieces of text are on each sheet. An empty sheet has none. */
export function textsOnSheets(pdf: Buffer): number[] {
  // One byte is one character, so that places in the text are places in the file.
  const file = pdf.toString('latin1');
  const sheets = [...file.matchAll(/\/Type \/Page\n[\s\S]*?\/Contents (\d+) 0 R/g)];
  return sheets.map(([, id]) => drawingOf(file, Number(id)).match(/\bT[jJ]$/gm)?.length ?? 0);
}

/** The instructions that draw a sheet. */
function drawingOf(file: string, id: number): string {
  const [, about = '', stream] =
    new RegExp(`\n${id} 0 obj\n([\\s\\S]*?)stream\n([\\s\\S]*?)\nendstream`).exec(file) ??
    assert.fail(`no object ${id}`);
  const drawing = Buffer.from(stream ?? '', 'latin1');
  return (about.includes('/FlateDecode') ? inflateSync(drawing) : drawing).toString('latin1');
}
