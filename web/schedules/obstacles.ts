/** Why the forms of a schedule cannot be saved any more. */
export const DELETED = 'This schedule was deleted';
export const MAY_NOT = 'You can no longer change this schedule';
