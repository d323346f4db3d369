import { Badge, Group, Stack, Text } from '@mantine/core';
import type { Schemas } from '../api/client.ts';
import { useAll } from '../api/queries.ts';
import { PersonName } from '../people/person.tsx';
import { LeftOutNote, nobodyIn } from '../schedules/chat/left-out.tsx';
import type { Person } from '../session/session.tsx';
import { Empty } from '../ui/feedback/empty.tsx';
import { QueryResult } from '../ui/feedback/problem.tsx';
import { Block } from './block.tsx';
import classes from './rows.module.css';

/** The bot is the only member of a group while nobody is on call, since a group cannot be empty. */
const BOT_ID = 'U0WATCHBILL';

export function LocalGroups() {
  const groups = useAll('/chat/local/groups/', {}, 'groups');
  const people = useAll('/users/', {}, 'users');
  const personBy = new Map(people.data?.map((person) => [person.chat_id, person]));
  return (
    <Block title="User groups" about="The members are the people on call: a mention of the group reaches them.">
      <QueryResult query={groups} height={100}>
        {(all) => (
          <>
            {all.length === 0 && (
              <Empty title="There are no groups yet">
                Give a schedule a group on its page: it then follows who is on call.
              </Empty>
            )}
            <Stack gap={0} component="ul" className={classes.rows ?? ''} aria-label="User groups">
              {all.map((group) => (
                <li key={group.id} className={classes.row}>
                  <GroupRow group={group} personBy={personBy} />
                </li>
              ))}
            </Stack>
          </>
        )}
      </QueryResult>
    </Block>
  );
}

interface GroupRowProps {
  readonly group: Schemas['LocalChatGroup'];
  readonly personBy: ReadonlyMap<string | undefined, Person>;
}

function GroupRow({ group, personBy }: GroupRowProps) {
  return (
    <Stack gap={6}>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          @{group.handle}
        </Text>
        <Text size="sm" c="dimmed">
          {group.name}
        </Text>
        {!group.is_enabled && <Badge variant="default">Disabled</Badge>}
      </Group>
      {group.member_ids.includes(BOT_ID) ? (
        <Text size="sm">{nobodyIn(group.left_out.map(({ user }) => user.name))}</Text>
      ) : (
        <Group gap="sm" fz="sm">
          {group.member_ids.map((id) => (
            <Member key={id} person={personBy.get(id)} />
          ))}
        </Group>
      )}
      {group.left_out.length > 0 && <LeftOutNote leftOut={group.left_out} />}
    </Stack>
  );
}

/** A user who was deactivated stays a member until the next sync. */
function Member({ person }: { readonly person: Person | undefined }) {
  if (person !== undefined) return <PersonName person={person} size={22} />;
  return (
    <Text span size="sm" c="dimmed">
      Someone who left
    </Text>
  );
}
