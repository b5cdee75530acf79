import type { Timestamp } from './day.ts'
import type { Bpm } from './tempo.ts'

declare const pieceId: unique symbol
declare const partId: unique symbol
declare const practiceId: unique symbol
/** A UUID made on the device. */
export type PieceId = string & { readonly [pieceId]: true }
/** 21 characters, made on the device (spec 3). */
export type PartId = string & { readonly [partId]: true }
/** A UUID made on the device. */
export type PracticeId = string & { readonly [practiceId]: true }

/** How urgent a piece is, 1 (not urgent) to 5 (very urgent). */
export type Importance = 1 | 2 | 3 | 4 | 5

export const IMPORTANCES: readonly Importance[] = [1, 2, 3, 4, 5]
export const DEFAULT_IMPORTANCE: Importance = 3
const SHORTEST_PIECE_NAME = 3
export const LONGEST_PIECE_NAME = 25
const SHORTEST_PART_NAME = 1
export const LONGEST_PART_NAME = 25
export const PART_ID_LENGTH = 21

/** Beats of a bar. */
export const MOST_BEATS = 7
/** Clicks of a beat. */
export const MOST_SUBDIVISION = 4
/** So many bars can sound, be silent, or be played at one tempo of the trainer. */
export const MOST_BARS = 16

/** The settings of the click that belong to a piece; what is absent is four equal clicks. */
export type ClickSettings = {
  readonly beats?: number
  readonly accent?: boolean
  readonly subdivision?: number
  readonly countIn?: boolean
  readonly play?: number
  readonly rest?: number
}

/** A piece as every device and the server keep it. The stamps tell when each field was last edited. */
export type Piece = {
  readonly id: PieceId
  readonly name: string
  readonly importance: Importance
  /** The goal. */
  readonly endTempo: Bpm
  readonly click: ClickSettings | null
  readonly createdAt: Timestamp
  /** The newest of the stamps below. */
  readonly updatedAt: Timestamp
  readonly deletedAt: Timestamp | null
  /** The number of the server's write that brought this state; 0 while it is only on this device. */
  readonly revision: number
  readonly nameAt: Timestamp
  readonly importanceAt: Timestamp
  readonly endTempoAt: Timestamp
  readonly clickAt: Timestamp
}

/** A part of a piece: a named section, or the one nameless part of a piece practiced as a whole. */
export type Part = {
  readonly id: PartId
  readonly pieceId: PieceId
  readonly name: string | null
  readonly position: number
  readonly currentTempo: Bpm
  readonly createdAt: Timestamp
  readonly lastPracticed: Timestamp | null
  readonly deletedAt: Timestamp | null
  readonly revision: number
  readonly nameAt: Timestamp
  readonly tempoAt: Timestamp
}

/** One saved tempo. Entries are only ever added; a retracted one says when it was taken back. */
export type Practice = {
  readonly id: PracticeId
  readonly pieceId: PieceId
  readonly partId: PartId
  readonly tempo: Bpm
  readonly at: Timestamp
  readonly retractedAt: Timestamp | null
  readonly revision: number
}

export type TextFault = 'required' | 'too-short' | 'too-long'

/** What is wrong with the name of a piece, 3 to 25 characters, or null (spec 5, rule PI1). */
export const faultOfPieceName = (name: string) => faultOf(name, SHORTEST_PIECE_NAME, LONGEST_PIECE_NAME)

/** What is wrong with the name of a section, 1 to 25 characters, or null (spec 5, rule PI2). */
export const faultOfPartName = (name: string) => faultOf(name, SHORTEST_PART_NAME, LONGEST_PART_NAME)

/** A name as it is kept: without blanks at its ends, runs of blanks made one (rule PI3). */
export const tidiedName = (name: string) =>
  name
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/** Characters as Unicode and PostgreSQL count them: code points. */
export const lengthOf = (text: string) => Array.from(text).length

function faultOf(name: string, shortest: number, longest: number): TextFault | null {
  const tidied = tidiedName(name)
  // Joiners and other signs without a shape belong inside an emoji, but a name of nothing else cannot be seen.
  if (/^\p{Default_Ignorable_Code_Point}*$/u.test(tidied)) return 'required'
  const length = lengthOf(tidied)
  if (length < shortest) return 'too-short'
  return length > longest ? 'too-long' : null
}

/** The form of every id that is not a part's: a UUID in lower case. */
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const NANOID = new RegExp(`^[A-Za-z0-9_-]{${PART_ID_LENGTH}}$`)

/** A UUID in lower case, or null. */
export const parsePieceId = (input: unknown) => (matches(input, UUID) ? (input as PieceId) : null)
/** 21 characters of nanoid's alphabet, or null. */
export const parsePartId = (input: unknown) => (matches(input, NANOID) ? (input as PartId) : null)
/** A UUID in lower case, or null. */
export const parsePracticeId = (input: unknown) => (matches(input, UUID) ? (input as PracticeId) : null)
/** 1 to 5, or null (spec 5, rule PI4). */
export const parseImportance = (input: unknown) =>
  IMPORTANCES.find(importance => importance === input) ?? null

const matches = (input: unknown, pattern: RegExp) => typeof input === 'string' && pattern.test(input)
