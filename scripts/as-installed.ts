/** The packages that are not in the bundle of the service. An installation needs them beside it, or files of them in `dist/`. */

/** Loaded only when needed, or reads files beside its own. */
export const AS_INSTALLED: readonly string[] = [
  '@slack/web-api',
  'date-holidays',
  'ioredis',
  'nodemailer',
  'openid-client',
  'prom-client',
];

/** One of its files is read, none is loaded: see `src/secrets/common-passwords.ts`. */
export const READ_AS_FILES: readonly string[] = ['@zxcvbn-ts/language-common'];

/** Files of packages that the build copies into `dist/docs`. Their packages, and what those depend on, are only needed for the build. */
export const COPIED_FILES: Readonly<Record<string, readonly string[]>> = {
  'swagger-ui-dist': ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt'],
};
