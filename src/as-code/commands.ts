/** `watchbill export` and `watchbill apply`: clients of the API of a running service. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiAddress, createApi } from '../api-client/api.ts';
import type { Schedule, Team } from '../api-client/schema.d.ts';
import { asSingleLine, withEscapes } from '../text/harmless-text.ts';
import { readTextFile } from '../text/text-file.ts';
import type { Clock } from '../time/clock.ts';
import { applyPlan } from './apply/apply.ts';
import { withChoices } from './choices.ts';
import { exportedFile } from './export.ts';
import { SCHEMA_PATH, type WatchbillFile } from './file/file.ts';
import { FileError } from './file/file-error.ts';
import { nameKey } from './file/file-rules.ts';
import { parseFile, problemsError, writeFile } from './file/yaml.ts';
import { MAX_FILE_BYTES } from './file/yaml-limits.ts';
import { identityOf, readOrganization } from './organization.ts';
import { planOf } from './plan/plan.ts';
import { planJson } from './plan/plan-json.ts';
import { PlanError } from './plan/plan-problems.ts';
import { planText } from './plan/plan-text.ts';

interface Terminal {
  readonly print: (text: string) => void;
  readonly warn: (text: string) => void;
}

/** Returns whether everything is in the file. */
export async function exportOrganization(
  address: ApiAddress,
  clock: Clock,
  { print, warn }: Terminal,
): Promise<boolean> {
  const organization = await readOrganization(createApi(address, waitingNote(warn)), {
    onProgress: progressNote(warn),
  });
  const { file, missing, channelNames } = exportedFile(organization, clock.now());
  print(writeFile(file, { schemaUrl: `${address.url}${SCHEMA_PATH}`, channelNames }));
  for (const line of missing) warn(`${asSingleLine(line)}\n`);
  return missing.length === 0;
}

interface ApplyOptions {
  /** Prints what would be done, and changes nothing. */
  readonly isPlan: boolean;
  readonly prune: boolean;
  /** Prints the plan as JSON, and nothing else. */
  readonly json: boolean;
}

/** `path` is `-` for standard input. Returns whether the file asked for a change. */
export async function applyFile(
  address: ApiAddress,
  path: string,
  { isPlan, prune, json }: ApplyOptions,
  clock: Clock,
  { print, warn }: Terminal,
): Promise<boolean> {
  const name = path === '-' ? 'standard input' : path;
  const { file, placeOf } = parseFile(textIn(path, name), name);
  const api = createApi(address, waitingNote(warn));
  const read = async () =>
    withChoices(api, file, await readOrganization(api, { isWanted: isNamedIn(file), onProgress: progressNote(warn) }));
  const organization = await read();
  try {
    const now = clock.now();
    const plan = planOf(file, organization, now, { prune });
    const isChange = plan.items.length > 0;
    if (json) print(`${withEscapes(JSON.stringify(planJson(plan, file, organization, now), null, 2))}\n`);
    else print(planText(plan, file, organization, now));
    if (isPlan && !json) print('This is a plan: nothing was changed.\n');
    if (isPlan || !isChange) return isChange;
    await applyPlan({ api, file, read, now: () => clock.now(), prune, sleep }, organization, plan);
    if (!json) print('Applied.\n');
    return true;
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    throw problemsError(error.problems, placeOf);
  }
}

function waitingNote(warn: Terminal['warn']): (seconds: number) => void {
  return (seconds) =>
    warn(`The service asks for a pause of ${seconds} s, as it does when the rate limit is used up.\n`);
}

/** Every 250 requests: a short export prints none of it. */
const PROGRESS_STEP = 250;

function progressNote(warn: Terminal['warn']): (done: number, total: number) => void {
  return (done, total) => {
    if (done % PROGRESS_STEP === 0 && done < total) warn(`${done} of ${total} teams and schedules read.\n`);
  };
}

function textIn(path: string, name: string): string {
  try {
    return readTextFile(path, MAX_FILE_BYTES);
  } catch (error) {
    throw new FileError(`${name} cannot be read: ${(error as Error).message}.`);
  }
}

/** Selects the teams and schedules that the file may change or delete. Of everything else, members and overrides need not be read. */
function isNamedIn({ managed_by, teams = [], schedules = [] }: WatchbillFile): (thing: Team | Schedule) => boolean {
  const things = [...teams, ...schedules];
  const ids = new Set(things.map(({ external_id }) => external_id));
  const names = new Set(things.map(({ name }) => nameKey(name)));
  return (thing) => thing.managed_by === managed_by || ids.has(identityOf(thing)) || names.has(nameKey(thing.name));
}
