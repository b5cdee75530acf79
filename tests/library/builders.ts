import { createPieceRow, createPartRow } from '#core/library/change-outcome.ts'
import type { Change, ChangeId, Intention } from '#core/library/change.ts'
import { parseIsoDay, type Day } from '#core/library/day.ts'
import {
  EMPTY_LIBRARY,
  withUpsertedRows,
  type LibraryWithNeededEntries,
  type RowsWithEntries,
} from '#core/library/library.ts'
import type { Part, PartId, Piece, PieceId, PracticeEntry, PracticeEntryId } from '#core/library/piece.ts'
import { fillDetails } from '#core/library/fields.ts'
import type { PracticePart } from '#core/practice/priority.ts'
import { parseBpm, type Bpm } from '#core/music/tempo.ts'

// Builders for tests, with ordinary values for everything that a test does not state. They throw if a test asks for
// something invalid.

/** 20 November 2026, 12:00 UTC, in milliseconds. The default time of everything. */
export const NOON = 1_795_176_000_000

export function day(text: string): Day {
  const parsed = parseIsoDay(text)
  if (parsed === null) throw new Error(`no day: ${text}`)
  return parsed
}

export function bpm(beats: number): Bpm {
  const parsed = parseBpm(beats)
  if (parsed === null) throw new Error(`no tempo: ${beats}`)
  return parsed
}

export const pieceId = (number = 1) => uuid('a', number) as PieceId
export const partId = (number = 1) => `part-${String(number).padStart(16, '0')}` as PartId
export const practiceId = (number = 1) => uuid('b', number) as PracticeEntryId
export const changeId = (number = 1) => uuid('c', number) as ChangeId

export const aPiece = (fields: Partial<Piece> = {}): Piece => ({
  ...createPieceRow(
    { id: pieceId(1), name: 'Gigue', importance: 3, endTempo: bpm(120), parts: [] },
    fields.createdAt ?? NOON,
  ),
  ...fields,
  stamps: { ...(fields.deletedAt != null && { deletion: fields.deletedAt }), ...fields.stamps },
})

export const aPart = (fields: Partial<Part> = {}): Part => ({
  ...createPartRow(
    { id: partId(1), pieceId: pieceId(1), name: null, position: 0, currentTempo: bpm(80) },
    fields.createdAt ?? NOON,
  ),
  ...fields,
  stamps: { ...(fields.deletedAt != null && { deletion: fields.deletedAt }), ...fields.stamps },
})

export function aPractice(fields: Partial<PracticeEntry> = {}): PracticeEntry {
  return {
    id: practiceId(1),
    pieceId: pieceId(1),
    partId: partId(1),
    tempo: bpm(90),
    at: NOON,
    retractedAt: null,
    revision: 0,
    ...fillDetails({}),
    ...fields,
  }
}

export function aPracticePart(fields: Partial<PracticePart> = {}): PracticePart {
  return {
    id: partId(1),
    name: null,
    currentTempo: bpm(80),
    lastPracticed: day('2026-11-20'),
    createdAt: day('2026-11-01'),
    pieceId: pieceId(1),
    piece: 'Gigue',
    endTempo: bpm(120),
    importance: 3,
    performOn: null,
    ...fields,
  }
}

export function aLibrary(
  rows: Partial<RowsWithEntries> = { pieces: [aPiece()], parts: [aPart()] },
): LibraryWithNeededEntries {
  return withUpsertedRows(EMPTY_LIBRARY, { pieces: [], parts: [], practice: [], ...rows })
}

let changes = 0

export function aChange<I extends Intention>(
  intention: I,
  envelope: { id?: ChangeId; at?: number } = {},
): I & Pick<Change, 'id' | 'at'> {
  const id = changeId(1_000_000 + ++changes)
  return { id, at: NOON + 1000, ...intention, ...envelope }
}

function uuid(family: string, number: number) {
  return `${family.repeat(8)}-0000-4000-8000-${number.toString(16).padStart(12, '0')}`
}
