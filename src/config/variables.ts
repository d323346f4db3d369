/** What a setting is: a variable of the environment with its documentation and its parser. The builders of common kinds are here too. */
import { isIP } from 'node:net';
import { isSingleLine } from '../text/harmless-text.ts';
import { ConfigError } from './config-error.ts';

export interface Variable<T> {
  readonly about: string;
  readonly allowed: string;
  /** The default, as it would be written in the environment. */
  readonly fallback?: string;
  /** For the documentation, if the default depends on something. */
  readonly fallbackText?: string;
  /** Must not be shown in an error message. */
  readonly secret?: true;
  /** May contain a secret, so it may also come from the file named by this variable with `_FILE`. */
  readonly fromFile?: true;
  readonly parse: (text: string) => T | undefined;
}

export type Variables = Readonly<Record<string, Variable<unknown>>>;

export type Environment = Readonly<Record<string, string | undefined>>;

type Value<V extends Variable<unknown>> = NonNullable<ReturnType<V['parse']>>;
type NameWithFallback<V extends Variables> = {
  [N in keyof V & string]: V[N] extends { fallback: string } ? N : never;
}[keyof V & string];

/** Reads the settings of one group. */
export interface Reader<V extends Variables> {
  /** Undefined if it is not set and has no fallback. */
  find<N extends keyof V & string>(name: N): Value<V[N]> | undefined;
  get<N extends NameWithFallback<V>>(name: N): Value<V[N]>;
  /** The error for a setting that others require: `when` says which. */
  missing(name: keyof V & string, when: string): ConfigError;
}

export function readerOf<V extends Variables>(variables: V, environment: Environment): Reader<V> {
  return {
    find: (name) => parsedValue(name, variables[name] as Variable<never>, environment),
    get: (name) => parsedValue(name, variables[name] as Variable<never>, environment) as never,
    missing: (name, when) =>
      new ConfigError(`${name} is not set; ${when} it must be ${(variables[name] as Variable<unknown>).allowed}`),
  };
}

function parsedValue<T>(name: string, variable: Variable<T>, environment: Environment): T | undefined {
  const written = environment[name]?.trim() || variable.fallback;
  if (written === undefined) return undefined;
  const value = variable.parse(written);
  if (value !== undefined) return value;
  const shown = variable.secret ? 'set to something else (not shown)' : JSON.stringify(withoutPassword(written));
  throw new ConfigError(`${name} is ${shown}; allowed is ${variable.allowed}`);
}

export function withoutPassword(written: string): string {
  return written.replace(/(:\/\/[^:/?#]*:).*@/, '$1…@').replace(/([?&]password=)[^&#]*/g, '$1…');
}

export function text(allowed: string) {
  return { allowed, parse: (value: string) => value };
}

export function singleLine(what: string) {
  return {
    allowed: `${what}, in one line and without control characters`,
    parse: (value: string) => (isSingleLine(value) ? value : undefined),
  };
}

export function wholeNumber(least: number, most: number) {
  return {
    allowed: `a whole number from ${least} to ${most}`,
    parse: (value: string) =>
      /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most ? Number(value) : undefined,
  };
}

export function oneOf<const T extends string>(...values: readonly T[]) {
  return { allowed: values.join(', '), parse: (value: string) => values.find((one) => one === value) };
}

export function url(...protocols: readonly string[]) {
  return {
    allowed: `an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    parse: (value: string) =>
      protocols.includes(URL.parse(value)?.protocol ?? '') ? value.replace(/\/+$/, '') : undefined,
  };
}

export function token(prefix: string) {
  return {
    allowed: `a token that begins with ${prefix}`,
    secret: true,
    parse: (value: string) => (value.startsWith(prefix) ? value : undefined),
  } as const;
}

export function parseNetworks(value: string): readonly string[] | undefined {
  const networks = value.split(',').map((network) => network.trim());
  return networks.every(isNetwork) ? networks : undefined;
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
