/** What a file may refer to: people, teams and schedules that are in it, or in the organization and stay there. */
import { quoted } from '../../errors.ts';
import type { WatchbillFile } from '../file/file.ts';
import { type Path, type Problem, problem } from '../file/file-rules.ts';
import { identityOf, type Organization, personKey } from '../organization.ts';
import type { DeletionItem } from './plan-items.ts';

export interface References {
  readonly problemsOfPeople: (emails: readonly string[], path: Path) => Problem[];
  /** `kept`: what is accepted in any case. */
  readonly problemsOfThings: (
    noun: 'team' | 'schedule',
    names: readonly string[],
    path: Path,
    kept?: readonly string[],
  ) => Problem[];
}

export function referencesOf(
  { people = [], teams = [], schedules = [] }: WatchbillFile,
  organization: Organization,
  pruned: readonly DeletionItem[],
): References {
  const inFile = new Map(people.map((person) => [personKey(person.email), person]));
  const existing = new Map(organization.users.map((user) => [personKey(user.email), user]));
  const gone = new Set(pruned.flatMap(({ existing }) => [existing.id, identityOf(existing)]));
  const stays = (name: string) => !gone.has(name);
  const things = {
    team: organization.teams.map(({ team }) => team),
    schedule: organization.schedules.map(({ schedule }) => schedule),
  };
  const known = (noun: 'team' | 'schedule', described: readonly { readonly external_id: string }[]) =>
    new Set([
      ...things[noun].flatMap((thing) => [thing.id, identityOf(thing)]).filter(stays),
      ...described.map(({ external_id }) => external_id),
    ]);
  const names = { team: known('team', teams), schedule: known('schedule', schedules) };

  return {
    problemsOfPeople: (emails, path) =>
      emails.flatMap((email, i) => {
        const key = personKey(email);
        const [wanted, user] = [inFile.get(key), existing.get(key)];
        const at = [...path, i];
        if (wanted === undefined && user === undefined) {
          return [problem(at, `must be in people, or a user of the organization; ${quoted(email)} is neither`)];
        }
        const isKept = user !== undefined && wanted?.overwrite === false;
        const isViewer = ((isKept ? undefined : wanted?.seat) ?? user?.seat) === 'viewer';
        return isViewer ? [problem(at, `must have a member seat; ${quoted(email)} has a viewer seat`)] : [];
      }),

    problemsOfThings: (noun, wanted, path, kept = []) =>
      wanted.flatMap((name, i) => {
        if (names[noun].has(name) || (kept.includes(name) && stays(name))) return [];
        const reason = stays(name) ? `there is no ${noun} ${quoted(name)}` : `--prune deletes ${quoted(name)}`;
        return [problem([...path, i], `must be the external_id of a ${noun}; ${reason}`)];
      }),
  };
}
