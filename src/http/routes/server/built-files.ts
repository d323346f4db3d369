/**
 * Serves the files of a folder that a build made, with the compressed variants beside them: the service compresses nothing. A file is read once, so
 * that slow clients share its bytes, however many they are.
 */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasTag, sendTag } from '../../entity-tags.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

/** The compressed variants of the build, the best first. */
const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

export const ASK_EACH_TIME = 'no-cache';

export interface BuiltFiles {
  has(name: string): boolean;
  /** The content of a file that the folder has. */
  bytesOf(name: string): Promise<Buffer>;
  /** Answers with the file, with 304, or with 404. */
  send(request: FastifyRequest, reply: FastifyReply, name: string, caching?: string): Promise<FastifyReply>;
}

interface Loaded {
  readonly bytes: Buffer;
  readonly tag: string;
}

/** A folder that is not there, or undefined, has no files. */
export function builtFilesIn(folder: string | undefined): BuiltFiles {
  const names = new Set(folder === undefined ? [] : namesIn(folder));
  const loaded = new Map<string, Loaded>();

  async function load(name: string): Promise<Loaded> {
    const bytes = await readFile(join(folder ?? '', name));
    const file = { bytes, tag: createHash('sha256').update(bytes).digest('base64url') };
    loaded.set(name, file);
    return file;
  }

  async function find(name: string): Promise<Loaded> {
    return loaded.get(name) ?? load(name);
  }

  async function send(request: FastifyRequest, reply: FastifyReply, name: string, caching = ASK_EACH_TIME) {
    const type = TYPES[extname(name)];
    if (type === undefined || !names.has(name)) {
      reply.callNotFound();
      return reply;
    }
    const accepted = request.headers['accept-encoding'] ?? '';
    const encoding = ENCODINGS.find((one) => accepted.includes(one.name) && names.has(name + one.ending));
    const { bytes, tag } = await find(name + (encoding?.ending ?? ''));
    reply.headers({ 'cache-control': caching, vary: 'accept-encoding' });
    sendTag(reply, tag);
    if (hasTag(request, tag)) return reply.code(304).send();
    if (encoding !== undefined) reply.header('content-encoding', encoding.name);
    return reply.type(type).send(bytes);
  }

  return { has: (name) => names.has(name), bytesOf: async (name) => (await find(name)).bytes, send };
}

/** Paths in the folder, with `/` on every system. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  } catch {
    return [];
  }
}
