import { AppError, quoted } from '../../errors.ts';

export function noSchedule(id: string): AppError {
  return new AppError('not_found', `There is no schedule ${quoted(id)}.`);
}
