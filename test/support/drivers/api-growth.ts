/**
 * Compares two documents of the API, and finds what would break a client of the earlier one: something that is gone, asks for more, accepts less, or no
 * longer answers a field. New paths, optional parameters and fields are fine.
 */
import type { Json } from './calls.ts';
import { resolved, type Schema } from './openapi.ts';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Limits of a request, and which of two values is the stricter one. */
const LIMITS: readonly [name: keyof Schema, isStricter: (now: number, then: number) => boolean][] = [
  ['minimum', (now, then) => now > then],
  ['minLength', (now, then) => now > then],
  ['minItems', (now, then) => now > then],
  ['maximum', (now, then) => now < then],
  ['maxLength', (now, then) => now < then],
  ['maxItems', (now, then) => now < then],
];

/** Rules of a request that are either there or not. */
const NEW_RULES = ['uniqueItems', 'const', 'additionalProperties'] as const;

function isRule(schema: Schema, name: (typeof NEW_RULES)[number]): boolean {
  const value = (schema as Readonly<Record<string, unknown>>)[name];
  return name === 'additionalProperties' ? value === false : value !== undefined && value !== false;
}

/** A sentence for each; empty: the API has only grown. */
export function shrinkagesOf(before: Json, after: Json): string[] {
  const [then, now] = [resolved(before, before), resolved(after, after)] as Json[];
  return [
    ...Object.entries<Json>(then.paths).flatMap(([path, methods]) =>
      METHODS.filter((method) => method in methods).flatMap((method) => {
        const what = `${method.toUpperCase()} ${path}`;
        const operation = now.paths[path]?.[method];
        return operation === undefined ? [`${what} is gone`] : operationShrinkages(methods[method], operation, what);
      }),
    ),
    ...Object.entries<Json>(then.webhooks).flatMap(([event, { post }]) =>
      event in now.webhooks
        ? answerShrinkages(bodyOf(post.requestBody), bodyOf(now.webhooks[event].post.requestBody), `event ${event}`)
        : [`event ${event} is gone`],
    ),
  ];
}

function operationShrinkages(then: Json, now: Json, what: string): string[] {
  const parametersOf = ({ parameters = [] }: Json) =>
    new Map<string, Json>(parameters.map((parameter: Json) => [`${parameter.in} ${parameter.name}`, parameter]));
  const [had, has] = [parametersOf(then), parametersOf(now)];
  return [
    ...(then.operationId === now.operationId ? [] : [`${what} is no longer named ${then.operationId}`]),
    ...[...had].flatMap(([name, { schema }]) => {
      const parameter = has.get(name);
      return parameter === undefined
        ? [`${what}: ${name} is gone`]
        : requestShrinkages(schema, parameter.schema, `${what}: ${name}`);
    }),
    ...[...has].flatMap(([name, { required = false }]) =>
      required && had.get(name)?.required !== true ? [`${what}: ${name} is required now`] : [],
    ),
    ...(now.requestBody?.required === true && then.requestBody?.required !== true
      ? [`${what}: a body is required now`]
      : []),
    ...(then.requestBody === undefined
      ? []
      : requestShrinkages(bodyOf(then.requestBody), bodyOf(now.requestBody), `${what}: body`)),
    ...Object.entries<Json>(then.responses).flatMap(([status, response]) => {
      if (!/^[123]/.test(status)) return [];
      const answer = now.responses[status];
      if (answer === undefined) return [`${what} no longer answers with ${status}`];
      return response.content === undefined
        ? []
        : answerShrinkages(bodyOf(response), bodyOf(answer), `${what}: ${status}`);
    }),
  ];
}

function bodyOf(part: Json): Schema {
  const [content] = Object.values<Json>(part?.content ?? {});
  return content?.schema ?? {};
}

/** What was accepted has to be accepted. */
function requestShrinkages(then: Schema, now: Schema, what: string): string[] {
  if (then.anyOf !== undefined || now.anyOf !== undefined) return alternatives(then, now, what, requestShrinkages);
  const words = now.enum === undefined ? [] : (then.enum ?? ['any value']).filter((word) => !now.enum?.includes(word));
  const required = (now.required ?? []).filter((name) => !(then.required ?? []).includes(name));
  return [
    ...typesOf(then)
      .filter((type) => now.type !== undefined && !typesOf(now).includes(type))
      .map((type) => `${what} no longer accepts ${type}`),
    ...words.map((word) => `${what} no longer accepts ${String(word)}`),
    ...LIMITS.flatMap(([name, isStricter]) => {
      const [was, is] = [then[name], now[name]] as (number | undefined)[];
      return is !== undefined && (was === undefined || isStricter(is, was))
        ? [`${what} has another ${name}: ${is}`]
        : [];
    }),
    ...NEW_RULES.filter((name) => isRule(now, name) && !isRule(then, name)).map(
      (name) => `${what} has a rule now: ${name}`,
    ),
    ...(['pattern', 'format'] as const)
      .filter((name) => now[name] !== undefined && now[name] !== then[name])
      .map((name) => `${what} has another ${name}: ${now[name]}`),
    ...required.map((name) => `${what}.${name} is required now`),
    ...partShrinkages(then, now, what, requestShrinkages),
  ];
}

/** What was answered has to be answered, and nothing else in its place: a field that may be null now breaks clients, too. */
function answerShrinkages(then: Schema, now: Schema, what: string): string[] {
  if (then.anyOf !== undefined || now.anyOf !== undefined) {
    return alternatives(now, then, what, (is, was, what) => answerShrinkages(was, is, what));
  }
  const optional = (then.required ?? []).filter((name) => !(now.required ?? []).includes(name));
  return [
    ...typesOf(now)
      .filter((type) => then.type !== undefined && !typesOf(then).includes(type))
      .map((type) => `${what} can be ${type} now`),
    ...(typesOf(then).length > 0 && typesOf(now).length === 0 ? [`${what} can be anything now`] : []),
    ...optional.map((name) => `${what}.${name} may be absent now`),
    ...partShrinkages(then, now, what, answerShrinkages),
  ];
}

type Compare = (one: Schema, other: Schema, what: string) => string[];

function partShrinkages(then: Schema, now: Schema, what: string, compare: Compare): string[] {
  const fields = Object.entries(then.properties ?? {}).flatMap(([name, schema]) => {
    const other = now.properties?.[name];
    return other === undefined ? [`${what}.${name} is gone`] : compare(schema, other, `${what}.${name}`);
  });
  return then.items === undefined ? fields : [...fields, ...compare(then.items, now.items ?? {}, `${what}[]`)];
}

/** Each alternative of the one has to fit an alternative of the other. */
function alternatives(one: Schema, other: Schema, what: string, compare: Compare): string[] {
  const [ones, others] = [one.anyOf ?? [one], other.anyOf ?? [other]];
  return ones.flatMap((part) => {
    const all = others.map((candidate) => compare(part, candidate, what));
    return all.some((problems) => problems.length === 0) ? [] : (all.toSorted((a, b) => a.length - b.length)[0] ?? []);
  });
}

function typesOf({ type = [] }: Schema): readonly string[] {
  return [type].flat();
}
