/** A setting is missing or wrong. The message is one line: the variable, its value and what is allowed. */
export class ConfigError extends Error {
  override readonly name: string = 'ConfigError';
}

/** What a setting names does not work at present, such as a database that is away. The next start may succeed. */
export class StartError extends ConfigError {
  override readonly name = 'StartError';
}
