/** Reads Dockerfile and compose.yaml as Docker would, and says what is wrong with them. Neither is run. */
import { readFile } from 'node:fs/promises';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';

interface Service {
  readonly image?: string;
  readonly build?: string;
  readonly depends_on?: Readonly<Record<string, unknown>>;
}

const problems = [...(await dockerfileProblems()), ...(await composeProblems())];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

async function dockerfileProblems(): Promise<string[]> {
  const text = await readFile(new URL('../Dockerfile', import.meta.url), 'utf8');

  const lines = validate(text).map(({ message, range }) => `Dockerfile:${range.start.line + 1}: ${message}`);
  if (!/^USER (?!0|root)\S+$/m.test(text)) lines.push('Dockerfile: it must not run as root');
  if (!/^HEALTHCHECK /m.test(text)) lines.push('Dockerfile: it must say how its health is checked');
  return lines;
}

async function composeProblems(): Promise<string[]> {
  const text = await readFile(new URL('../compose.yaml', import.meta.url), 'utf8');
  const { services } = parse(text, { merge: true }) as { services: Readonly<Record<string, Service>> };
  return Object.entries(services).flatMap(([name, { image, build, depends_on = {} }]) => [
    ...(image === undefined && build === undefined ? [`compose.yaml: ${name} has neither image nor build`] : []),
    ...Object.keys(depends_on)
      .filter((needed) => services[needed] === undefined)
      .map((needed) => `compose.yaml: ${name} depends on ${needed}, which there is not`),
  ]);
}
