/** Puts `src/` and the packages that it needs into a few large files: the service consists of 1,400 files, which take longer to load than to run. */
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Loaded only when needed, or reads files beside its own. */
const AS_INSTALLED = [
  '@fastify/swagger-ui',
  '@slack/web-api',
  'date-holidays',
  'ioredis',
  'nodemailer',
  'openid-client',
  'prom-client',
];

/** What runs when it is loaded, and what only PostgreSQL needs. */
const APART = /\/src\/(main|command-line)\.ts|\/db\/driver\/postgres|\/node_modules\/pg/;

export interface Bundle {
  /** Where the files go. */
  readonly folder: string;
  /** By the name of the file without `.mjs`: what it exports. All else goes into files that these share. */
  readonly input: Readonly<Record<string, string>>;
  /** Whether everything is loaded at once, in one file. Otherwise a file is loaded when it is needed. */
  readonly isOneFile: boolean;
}

export async function bundleServer({ folder, input, isOneFile }: Bundle): Promise<void> {
  const groups = isOneFile ? [{ name: 'code', test: (id: string) => !APART.test(id) }] : [];
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    plugins: [{ name: 'real-addresses', enforce: 'pre', transform: withRealAddress }],
    ssr: { noExternal: true, external: AS_INSTALLED },
    build: {
      ssr: true,
      target: 'esnext',
      sourcemap: true,
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: {
        input,
        preserveEntrySignatures: 'strict',
        output: {
          entryFileNames: '[name].mjs',
          chunkFileNames: '[name]-[hash].mjs',
          ...(groups.length > 0 && { codeSplitting: { groups } }),
        },
      },
    },
  });
}

/** Modules find files by their own address, such as the web application. */
function withRealAddress(code: string, id: string): string | undefined {
  if (!id.startsWith(join(ROOT, 'src/')) || !code.includes('import.meta.url')) return undefined;
  return code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href));
}
