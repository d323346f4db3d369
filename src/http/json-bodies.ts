/**
 * Reads JSON bodies. How deep a body is nested and how many values it has is decided before it is parsed, and that it can be stored before it is
 * validated.
 */
import { isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { exceededBy } from '../validation/json-limits.ts';
import { unstorableInJson } from '../validation/unstorable-text.ts';
import type { App } from './typed-app.ts';

type Done = (error: Error | null, body?: unknown) => void;

export function takeJsonBodies(app: App): void {
  const parse = jsonParserOf(app);
  // As bytes: decoded as text, a byte that is not UTF-8 would become another character without a word.
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // Many clients send a content type without a body: that is an empty body, not a malformed one.
    if (body.length === 0) done(null, undefined);
    else parse(request, body as Buffer, done);
  });
}

export function jsonParserOf(app: App): (request: FastifyRequest, bytes: Buffer, done: Done) => void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  return (request, bytes, done) => {
    const refusal = isUtf8(bytes) ? exceededBy(bytes) : 'The body is not valid UTF-8.';
    if (refusal !== undefined) return done(new AppError('bad_request', refusal));
    const json = bytes.toString();
    parseJson(request, json, (error, value) => {
      const unstorable = error === null ? unstorableInJson(json, value) : undefined;
      done(unstorable === undefined ? error : new AppError('bad_request', unstorable), value);
    });
  };
}
