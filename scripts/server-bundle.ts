/** Puts `src/` and the packages that it needs into a few large files. To load the 1,400 files of the service takes most of a start. */
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
  /** The modules that can be imported from the result, by the name of their file without `.mjs`. */
  readonly input: Readonly<Record<string, string>>;
  /** True: nearly everything is in one file. False: what a command does not need is in files that it does not load. */
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

/** Some modules find other files, such as the web application, relative to their own address. */
function withRealAddress(code: string, id: string): string | undefined {
  if (!id.startsWith(join(ROOT, 'src/')) || !code.includes('import.meta.url')) return undefined;
  return code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href));
}
