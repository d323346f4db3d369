/** A setting is missing or wrong. The message is one line: the variable, its value and what is allowed. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
