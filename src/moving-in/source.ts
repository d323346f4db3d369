/** The common model of what importers read from other products. Instants are epoch milliseconds; people are emails. */
import type { ShiftLength } from '../engine/schedule.ts';
import { asSingleLine } from '../text/harmless-text.ts';
import type { WeekWindow } from './week-windows.ts';

export const PRODUCTS = ['opsgenie', 'pagerduty', 'grafana-oncall', 'goalert'] as const;
export type Product = (typeof PRODUCTS)[number];

/** Whether a file comes from an import, whose `managed_by` is the product. */
export function isImported(managedBy: string): boolean {
  return PRODUCTS.some((product) => product === managedBy);
}

export const PRODUCT_NAMES: Readonly<Record<Product, string>> = {
  opsgenie: 'Opsgenie',
  pagerduty: 'PagerDuty',
  'grafana-oncall': 'Grafana OnCall',
  goalert: 'GoAlert',
};

/** The source cannot be read. The message, of one line, is for the user of the command. */
export class SourceError extends Error {
  override readonly name = 'SourceError';

  constructor(message: string) {
    super(asSingleLine(message));
  }
}

/** A JSON document of a source, in the form of its API. */
export interface Document {
  /** For messages: the file, or the request. */
  readonly name: string;
  /** An object or a list. */
  readonly value: object;
  /** The text of a file, to find the lines of values. */
  readonly text?: string;
}

export interface Source {
  readonly product: Product;
  readonly people: readonly SourcePerson[];
  readonly schedules: readonly SourceSchedule[];
  /** The names of documents that were not understood. */
  readonly ignored: readonly string[];
}

export interface SourcePerson {
  readonly email: string;
  readonly name?: string;
  readonly timeZone?: string;
}

export interface SourceSchedule {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly team?: { readonly id: string; readonly name: string };
  readonly zone: string;
  readonly rotations: readonly (SourceRotation | UnfitRotation)[];
  /** In the order in which the product applies them. */
  readonly overrides: readonly SourceOverride[];
  /** Who is on call as computed by the product. */
  readonly rendered?: RenderedTimeline;
  /** The product ignores the schedule, and so does the importer. */
  readonly isDisabled?: boolean;
  /** Differences that the report must mention. */
  readonly notes: readonly string[];
}

export interface SourceRotation {
  readonly id: string;
  /** For a merged or split rotation: its ids in the product. */
  readonly sourceIds?: readonly string[];
  readonly name: string;
  /** If rotations of a schedule overlap, the highest level is on call. Rotations of the same level are on call together. */
  readonly level: number;
  readonly zone: string;
  /** Start of turn 0. The other turns follow by the wall clock (rule ROT-1). */
  readonly anchor: number;
  readonly shiftLength: ShiftLength;
  /** Turn k has `crews[k mod crews.length]`. No crew is empty. */
  readonly crews: readonly (readonly string[])[];
  /** Undefined: always. */
  readonly windows?: readonly WeekWindow[];
  /** Rule ROT-5. */
  readonly countsOpenDays?: boolean;
  /** Not before `anchor`. */
  readonly activeFrom: number;
  /** Infinity: for ever. */
  readonly activeUntil: number;
  /** How it was translated, if that is not obvious. */
  readonly notes: readonly string[];
}

/** A rotation that Watchbill cannot express. */
export interface UnfitRotation {
  readonly id: string;
  readonly name: string;
  readonly level: number;
  /** Whole sentences. */
  readonly reasons: readonly string[];
  /** Infinity or absent: for ever. */
  readonly activeUntil?: number;
}

export interface SourceOverride {
  readonly start: number;
  readonly end: number;
  readonly added: readonly string[];
  /** `everyone`: the added people replace all others. */
  readonly removed: 'everyone' | readonly string[];
  /** Applies to these rotations only; undefined: to all. */
  readonly rotationIds?: readonly string[];
}

export interface RenderedTimeline {
  readonly start: number;
  readonly end: number;
  readonly shifts: readonly RenderedShift[];
}

export interface RenderedShift {
  readonly start: number;
  readonly end: number;
  /** Emails, or names if the product gives no email. */
  readonly people: readonly string[];
}

export function isUnfit(rotation: SourceRotation | UnfitRotation): rotation is UnfitRotation {
  return 'reasons' in rotation;
}
