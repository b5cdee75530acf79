import { codePointCount } from '#core/protocol/plain-text.ts'
import type { Day, Timestamp } from './day.ts'
import type { Bpm } from '#core/music/tempo.ts'

declare const pieceId: unique symbol
declare const partId: unique symbol
declare const practiceId: unique symbol
declare const runThroughId: unique symbol
export type PieceId = string & { readonly [pieceId]: true }
/** A nanoid of 21 characters, generated on the device. */
export type PartId = string & { readonly [partId]: true }
export type PracticeEntryId = string & { readonly [practiceId]: true }

/** A UUID shared by all practice entries from playing a whole piece once. */
export type RunThroughId = string & { readonly [runThroughId]: true }

/** From 1 (not urgent) to 5 (very urgent); screens call it urgency. */
export type Importance = 1 | 2 | 3 | 4 | 5

export const IMPORTANCE_LEVELS: readonly Importance[] = [1, 2, 3, 4, 5]
export const DEFAULT_IMPORTANCE: Importance = 3
export const MIN_PIECE_NAME_LENGTH = 3
export const MAX_PIECE_NAME_LENGTH = 25
export const MIN_PART_NAME_LENGTH = 1
export const MAX_PART_NAME_LENGTH = 25
const MAX_NAME_LENGTH = Math.max(MAX_PIECE_NAME_LENGTH, MAX_PART_NAME_LENGTH)
export const PART_ID_LENGTH = 21
export const MAX_PART_POSITION = 100_000

export const MAX_BEATS_PER_BAR = 12
export const MAX_CLICKS_PER_BEAT = 4
/** The same limit applies to the bars between two steps of the tempo trainer. */
export const MAX_SOUNDING_OR_SILENT_BARS = 16

export const MAX_PRACTICE_SECONDS = 3600
export const MIN_PLANNED_SECONDS = 60

/** The metronome settings of a piece. A missing field has its value in `DEFAULT_CLICK_PATTERN`. */
export type PieceClickSettings = {
  readonly beats?: number
  readonly accent?: boolean
  readonly subdivision?: number
  readonly countIn?: boolean
  readonly play?: number
  readonly rest?: number
}

export type PieceFields = {
  readonly name: string
  readonly importance: Importance
  readonly endTempo: Bpm
  readonly click: PieceClickSettings | null
  readonly performOn: Day | null
  readonly onHold: boolean
}

export type PartFields = {
  readonly pieceId: PieceId
  /** Null if the piece has no sections: this part is then the whole piece. */
  readonly name: string | null
  /** Not unique: moves on two devices can give two parts the same position. */
  readonly position: number
  readonly currentTempo: Bpm
  readonly lastPracticed: Timestamp | null
}

export type PracticeDetails = {
  readonly seconds: number | null
  /** Time that a timed session planned for the part, 60 to 3600 seconds; null if none was planned. */
  readonly plannedSeconds: number | null
  readonly day: Day | null
  /** Whether the run-through or, outside one, the part's first try of the day was clean; null if unrated. */
  readonly firstTryClean: boolean | null
  readonly runThroughId: RunThroughId | null
}

export type EntryFields = PracticeDetails & {
  readonly pieceId: PieceId
  readonly partId: PartId
  readonly tempo: Bpm
}

/** Each stamp is in ms and absent if there was no edit. `deletion`: last deletion or restoration. */
export type EditStamps<Name> = { readonly [Each in Name & string]?: Timestamp } & {
  readonly deletion?: Timestamp
}

type StoredRow<Id, Values> = {
  readonly id: Id
  readonly createdAt: Timestamp
  readonly deletedAt: Timestamp | null
  /** The server's newest revision of this row that is known here; 0 if there is none yet. */
  readonly revision: number
  readonly stamps: EditStamps<keyof Values>
}

export type Piece = StoredRow<PieceId, PieceFields> &
  PieceFields & {
    readonly updatedAt: Timestamp
  }

export type Part = StoredRow<PartId, PartFields> & PartFields

/** Never changes, except that a retraction sets `retractedAt`. */
export type PracticeEntry = EntryFields & {
  readonly id: PracticeEntryId
  readonly at: Timestamp
  readonly retractedAt: Timestamp | null
  readonly revision: number
}

export const findPieceNameFault = (name: string) =>
  findNameFault(name, MIN_PIECE_NAME_LENGTH, MAX_PIECE_NAME_LENGTH)

export const findPartNameFault = (name: string) =>
  findNameFault(name, MIN_PART_NAME_LENGTH, MAX_PART_NAME_LENGTH)

/** Returns a name much longer than `longest` uncut and without Unicode NFC, which takes quadratic time. */
export function normalizeName(name: string, longest = MAX_NAME_LENGTH): string {
  const spaced = name
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  // NFC composes a character from at most four UTF-16 units.
  return spaced.length > 4 * longest ? spaced : spaced.normalize('NFC')
}

export function findNameFault(name: string, shortest: number, longest: number) {
  const tidied = normalizeName(name, longest)
  // Invisible code points are valid inside an emoji, but a name must not consist of them alone.
  if (/^\p{Default_Ignorable_Code_Point}*$/u.test(tidied)) return 'required'
  const length = codePointCount(tidied)
  if (length < shortest) return 'too-short'
  return length > longest ? 'too-long' : null
}

export const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const NANOID = new RegExp(`^[A-Za-z0-9_-]{${PART_ID_LENGTH}}$`)

export const parsePieceId = (input: unknown) => (matches(input, UUID_PATTERN) ? (input as PieceId) : null)
export const parsePartId = (input: unknown) => (matches(input, NANOID) ? (input as PartId) : null)
export const parsePracticeEntryId = (input: unknown) =>
  matches(input, UUID_PATTERN) ? (input as PracticeEntryId) : null
export const parseImportance = (input: unknown) =>
  IMPORTANCE_LEVELS.find(importance => importance === input) ?? null

const matches = (input: unknown, pattern: RegExp) => typeof input === 'string' && pattern.test(input)
