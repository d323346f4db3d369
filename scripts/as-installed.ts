/** The packages that are not in the bundle of the service. An installation needs them beside it. */

/** Loaded only when needed, or reads files beside its own. */
export const AS_INSTALLED: readonly string[] = [
  '@fastify/swagger-ui',
  '@slack/web-api',
  'date-holidays',
  'ioredis',
  'nodemailer',
  'openid-client',
  'prom-client',
];

/** One of its files is read, none is loaded: see `src/secrets/common-passwords.ts`. */
export const READ_AS_FILES: readonly string[] = ['@zxcvbn-ts/language-common'];
