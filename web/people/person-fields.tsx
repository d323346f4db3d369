/** The form fields of a person, for admins. */

import { Input, SegmentedControl, Select, Stack, TextInput } from '@mantine/core';
import { useMay } from '../session/permissions.ts';
import { type Person, useSession } from '../session/session.tsx';
import { ZoneInput } from '../time/zone-input.tsx';
import { clearButton } from '../ui/forms/clear-button.ts';
import { ROLES, SEATS } from './roles.ts';

export interface PersonDraft {
  readonly name: string;
  readonly email: string;
  readonly role: Person['role'];
  readonly seat: Person['seat'];
  readonly zone: string | null;
  readonly chatId: string;
}

interface PersonFieldsProps {
  readonly draft: PersonDraft;
  readonly onChange: (changes: Partial<PersonDraft>) => void;
}

export function PersonFields({ draft, onChange }: PersonFieldsProps) {
  const { organization } = useSession();
  return (
    <Stack>
      <TextInput
        label="Name"
        required
        maxLength={100}
        data-autofocus
        autoComplete="off"
        value={draft.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <TextInput
        label="Email"
        type="email"
        required
        autoComplete="off"
        value={draft.email}
        onChange={({ currentTarget }) => onChange({ email: currentTarget.value })}
      />
      <RoleInput role={draft.role} onChange={(role) => onChange({ role })} />
      <SeatInput seat={draft.seat} onChange={(seat) => onChange({ seat })} />
      <ZoneInput
        label="Time zone"
        placeholder={`As the organization: ${organization.time_zone}`}
        clearable
        clearButtonProps={clearButton('Use the time zone of the organization')}
        value={draft.zone}
        onChange={(zone) => onChange({ zone })}
      />
      <TextInput
        label="Chat id"
        description="Found by the email where the chat knows it"
        maxLength={60}
        autoComplete="off"
        value={draft.chatId}
        onChange={({ currentTarget }) => onChange({ chatId: currentTarget.value })}
      />
    </Stack>
  );
}

interface RoleInputProps {
  readonly role: Person['role'];
  readonly onChange: (role: Person['role']) => void;
}

function RoleInput({ role, onChange }: RoleInputProps) {
  const mayOwners = useMay('change owners');
  const roles = (['standard', 'admin', 'owner'] as const).filter((one) => mayOwners || one !== 'owner');
  return (
    <Select
      label="Role"
      description={ROLES[role].about}
      data={roles.map((value) => ({ value, label: ROLES[value].label }))}
      allowDeselect={false}
      value={role}
      onChange={(picked) => onChange(roles.find((one) => one === picked) ?? role)}
    />
  );
}

interface SeatInputProps {
  readonly seat: Person['seat'];
  readonly onChange: (seat: Person['seat']) => void;
}

function SeatInput({ seat, onChange }: SeatInputProps) {
  return (
    <Input.Wrapper label="Seat" labelElement="div" description={SEATS[seat].about}>
      <SegmentedControl
        aria-label="Seat"
        fullWidth
        mt={4}
        data={(['member', 'viewer'] as const).map((value) => ({ value, label: SEATS[value].label }))}
        value={seat}
        onChange={onChange}
      />
    </Input.Wrapper>
  );
}
