import type { Person } from '../session/session.tsx';
import { DeactivatePerson } from './deactivate-person.tsx';
import { EditPerson } from './edit-person.tsx';
import { Identities } from './identities.tsx';
import type { PersonAction } from './person-menu.tsx';
import { SignInLink } from './sign-in-link.tsx';

interface PersonActionDialogProps {
  readonly action: PersonAction;
  readonly person: Person;
  readonly onClose: () => void;
}

/** The dialog of an action from the menu of a person. */
export function PersonActionDialog({ action, ...rest }: PersonActionDialogProps) {
  if (action === 'edit') return <EditPerson {...rest} />;
  if (action === 'link') return <SignInLink {...rest} />;
  if (action === 'identities') return <Identities {...rest} />;
  return <DeactivatePerson {...rest} />;
}
