import { faultOfPieceName } from './piece.ts'

/** Why a whole file is not read (rule EX8). */
export type FileFault =
  | 'empty'
  | 'too-large'
  | 'too-many-lines'
  | 'unreadable'
  | 'other-program'
  | 'newer-version'
  | 'no-names'
  | 'nothing-in-it'

/** Why one entry of a file is left out; the others are taken (rule EX8). */
export type EntryFaultCode =
  | 'unreadable'
  | 'name-missing'
  | 'name-too-short'
  | 'name-too-long'
  | 'section-missing'
  | 'section-too-long'
  | 'goal'
  | 'goal-differs'
  | 'tempo'
  | 'urgency'
  | 'twice'
  | 'whole-piece'
  | 'piece-unknown'

/** What is wrong with one entry, and where: a line of a table, or the place in a list of an export. */
export type EntryFault = {
  readonly where:
    | { readonly kind: 'line'; readonly line: number }
    | { readonly kind: 'entry'; readonly list: 'pieces' | 'parts' | 'practice'; readonly number: number }
  readonly code: EntryFaultCode
  /** What stands there, as far as it helps to find it. */
  readonly found: string
}

/** Why a piece of this name is left out, or null. */
export function faultOfName(name: string): EntryFaultCode | null {
  const fault = faultOfPieceName(name)
  return fault === null ? null : fault === 'required' ? 'name-missing' : `name-${fault}`
}

/** 32 MB: more than fifty years of practice. */
export const LARGEST_IMPORT_BYTES = 32 * 1024 * 1024
/** More pieces than anybody plays, and a list that a telephone still reads in a moment. */
export const MOST_LIST_LINES = 5000
