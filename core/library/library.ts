import type { Change, Intention } from './change.ts'
import type { Timestamp } from './day.ts'
import { LayeredMap } from './layered-map.ts'
import { editWins } from './merge.ts'
import type { Part, PartId, Piece, PieceId, Practice, PracticeId } from './piece.ts'
import { newPiece, patchedPiece } from './piece-row.ts'
import { completeDetails, plausibleDay } from './practice-details.ts'
import type { RejectionCode } from '#core/protocol/problem.ts'
import { MAX_GOAL_BPM } from '#core/music/tempo.ts'

/** A user's pieces, parts and practice entries, deleted ones included. */
export type Library = {
  readonly pieces: ReadonlyMap<PieceId, Piece>
  readonly parts: ReadonlyMap<PartId, Part>
  readonly practice: ReadonlyMap<PracticeId, Practice>
}

/** A library that is changed in place, because a copy for each row would cost too much. */
export type MutableLibrary = {
  readonly pieces: MutableRows<PieceId, Piece>
  readonly parts: MutableRows<PartId, Part>
  readonly practice: MutableRows<PracticeId, Practice>
}

type MutableRows<Id, Row> = ReadonlyMap<Id, Row> & { set(id: Id, row: Row): unknown; delete(id: Id): unknown }

/** Rows as they are stored and sent. */
export type Rows = {
  readonly pieces: readonly Piece[]
  readonly parts: readonly Part[]
  readonly practice: readonly Practice[]
}

/** The rows that a change writes (none if it has no effect), or why it is rejected. */
export type ChangeOutcome = { kind: 'applied'; rows: Rows } | { kind: 'refused'; code: RejectionCode }

const NONE = new Map<never, never>()
/** A library without any rows. */
export const EMPTY_LIBRARY: Library = mutableCopy({ pieces: NONE, parts: NONE, practice: NONE })
/** No rows of any kind. */
export const NO_ROWS: Rows = { pieces: [], parts: [], practice: [] }

type Of<K extends Intention['kind']> = Extract<Change, { kind: K }>

/**
 * Computes what a change does to a library, on the device and on the server alike (rules LI1-LI12, LI20). Never throws and
 * changes nothing in place. Applying a change twice has the same effect as applying it once.
 */
export function applyChange(library: Library, change: Change): ChangeOutcome {
  switch (change.kind) {
    case 'piece.create':
      return createPiece(library, change)
    case 'piece.patch':
      return patchPiece(library, change)
    case 'piece.delete':
      return markPiece(library, change.args.id, change.at)
    case 'piece.restore':
      return markPiece(library, change.args.id, null)
    case 'part.add':
      return addPart(library, change)
    case 'part.patch':
      return patchPart(library, change)
    case 'part.delete':
      return deletePart(library, change)
    case 'practice.add':
      return addPractice(library, change)
    case 'practice.retract':
      return retractPractice(library, change)
  }
}

/** Returns a new library in which `rows` replace or join the existing rows. */
export function withRows(library: Library, rows: Rows): Library {
  return {
    pieces: withAll(library.pieces, rows.pieces),
    parts: withAll(library.parts, rows.parts),
    practice: withAll(library.practice, rows.practice),
  }
}

/** Applies changes in order and returns the result. Changes that are rejected are skipped (rule LI11). */
export function replay(library: Library, changes: readonly Change[]): Library {
  if (changes.length === 0) return library
  const after = mutableCopy(library)
  for (const change of changes) {
    const outcome = applyChange(after, change)
    if (outcome.kind === 'applied') setRows(after, outcome.rows)
  }
  return after
}

/** A copy of a library that may be changed in place; it costs what is changed in it, not what is there (rule LI14). */
export function mutableCopy({ pieces, parts, practice }: Library): MutableLibrary {
  return {
    pieces: LayeredMap.over(pieces),
    parts: LayeredMap.over(parts),
    practice: LayeredMap.over(practice),
  }
}

/** Writes rows into a mutable library. */
export function setRows(library: MutableLibrary, rows: Rows): void {
  for (const piece of rows.pieces) library.pieces.set(piece.id, piece)
  for (const part of rows.parts) library.parts.set(part.id, part)
  for (const entry of rows.practice) library.practice.set(entry.id, entry)
}

/** Returns the pieces that are not deleted, in no particular order. */
export const livingPieces = (library: Library): Piece[] =>
  [...library.pieces.values()].filter(piece => piece.deletedAt === null)

/** Returns the parts of a piece that are not deleted, by position. Returns none if the piece is deleted. */
export function livingPartsOf(library: Library, pieceId: PieceId): Part[] {
  if (library.pieces.get(pieceId)?.deletedAt !== null) return []
  return allPartsOf(library, pieceId)
    .filter(part => part.deletedAt === null)
    .sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
}

function createPiece(library: Library, { args, at }: Of<'piece.create'>): ChangeOutcome {
  if (library.pieces.has(args.id)) return unchanged
  if (args.parts.some(part => library.parts.has(part.id))) return refused('invalid')
  return written({
    pieces: [newPiece(args, at)],
    parts: args.parts.map((part, position) => newPart(part, args.id, position, at)),
  })
}

function patchPiece(library: Library, { args, at }: Of<'piece.patch'>): ChangeOutcome {
  const piece = library.pieces.get(args.id)
  if (piece === undefined) return refused('not-found')
  if (piece.deletedAt !== null) return refused('deleted')
  return written({ pieces: [patchedPiece(piece, args, at)] })
}

/** Deletes a piece or brings it back. Its parts bear no mark of its deletion, so that they come back with it. */
function markPiece(library: Library, id: PieceId, deletedAt: Timestamp | null): ChangeOutcome {
  const piece = library.pieces.get(id)
  if (piece === undefined) return refused('not-found')
  const isSo = (piece.deletedAt === null) === (deletedAt === null)
  return isSo ? unchanged : written({ pieces: [{ ...piece, deletedAt }] })
}

function addPart(library: Library, { args, at }: Of<'part.add'>): ChangeOutcome {
  const piece = library.pieces.get(args.pieceId)
  if (piece === undefined) return refused('not-found')
  const known = library.parts.get(args.id)
  if (known !== undefined) return known.pieceId === args.pieceId ? unchanged : refused('invalid')
  if (piece.deletedAt !== null) return refused('deleted')
  const position =
    1 + allPartsOf(library, args.pieceId).reduce((last, part) => Math.max(last, part.position), -1)
  return written({ parts: [newPart(args, args.pieceId, position, at)] })
}

function patchPart(library: Library, { args, at }: Of<'part.patch'>): ChangeOutcome {
  const part = library.parts.get(args.id)
  if (part === undefined) return refused('not-found')
  const { name, currentTempo, position } = args
  if (isDeleted(library, part)) {
    // Nothing is lost where a section has no place any more (rule LI15).
    return name === undefined && currentTempo === undefined ? unchanged : refused('deleted')
  }
  // A tempo above 208 can only be reached on the slider, but a form may send back the stored one (D4).
  if (currentTempo !== undefined && currentTempo > MAX_GOAL_BPM && currentTempo !== part.currentTempo)
    return refused('invalid')
  return written({
    parts: [
      {
        ...part,
        ...(name !== undefined && editWins(at, part.nameAt) && { name, nameAt: at }),
        ...(currentTempo !== undefined && editWins(at, part.tempoAt) && { currentTempo, tempoAt: at }),
        ...(position !== undefined && editWins(at, part.positionAt) && { position, positionAt: at }),
      },
    ],
  })
}

function deletePart(library: Library, { args, at }: Of<'part.delete'>): ChangeOutcome {
  const part = library.parts.get(args.id)
  if (part === undefined) return refused('not-found')
  if (isDeleted(library, part)) return unchanged
  if (livingPartsOf(library, part.pieceId).length === 1) return refused('last-part')
  return written({ parts: [{ ...part, deletedAt: at }] })
}

function addPractice(library: Library, { args, at }: Of<'practice.add'>): ChangeOutcome {
  const part = library.parts.get(args.partId)
  // A section that another device added to a deleted piece is rejected, but its practice entries are accepted.
  if (part === undefined && typeof library.pieces.get(args.pieceId)?.deletedAt !== 'number')
    return refused('not-found')
  if (part !== undefined && part.pieceId !== args.pieceId) return refused('not-found')
  if (library.practice.has(args.id)) return unchanged
  const { id, pieceId, partId, tempo } = args
  const details = completeDetails(args)
  const day = plausibleDay(details.day, at)
  const entry: Practice = { id, pieceId, partId, tempo, ...details, day, at, retractedAt: null, revision: 0 }
  // The history keeps the entry even if its part is deleted (rule LI8).
  if (part === undefined || isDeleted(library, part)) return written({ practice: [entry] })
  const practiced: Part = {
    ...part,
    lastPracticed: Math.max(part.lastPracticed ?? 0, at),
    // A run-through is played at whatever tempo it goes at (rule LI23).
    ...(entry.runThroughId === null && editWins(at, part.tempoAt) && { currentTempo: tempo, tempoAt: at }),
  }
  return written({ parts: [practiced], practice: [entry] })
}

function retractPractice(library: Library, { args, at }: Of<'practice.retract'>): ChangeOutcome {
  const entry = library.practice.get(args.id)
  if (entry === undefined) return refused('not-found')
  if (entry.retractedAt !== null) return unchanged
  const retracted: Practice = { ...entry, retractedAt: at }
  const part = library.parts.get(entry.partId)
  if (part === undefined || isDeleted(library, part)) return written({ practice: [retracted] })
  // Reverts only what this entry wrote; newer values stay (rule LI9).
  const wroteTempo =
    entry.runThroughId === null && part.tempoAt === entry.at && part.currentTempo === entry.tempo
  const wroteDay = part.lastPracticed === entry.at
  const returned: Part = {
    ...part,
    // Keeps the entry's stamp, because an edit made after it that has not arrived yet must still win.
    ...(wroteTempo && { currentTempo: args.currentTempo }),
    ...(wroteDay && { lastPracticed: lastPracticedWithout(library, entry, args.lastPracticed) }),
  }
  return written({ parts: wroteTempo || wroteDay ? [returned] : [], practice: [retracted] })
}

/**
 * Returns when the part of an entry was last practiced apart from that entry: the later of `told`, the value that the
 * retracting device knew, and the entries of other devices. `told` is ignored if the entry it came from is retracted
 * too. Returns null if nothing is left.
 */
function lastPracticedWithout(library: Library, entry: Practice, told: number | null): number | null {
  let last = told === null ? null : Math.min(told, entry.at)
  const others = [...library.practice.values()].filter(
    other => other.partId === entry.partId && other.id !== entry.id,
  )
  if (others.some(other => other.at === last && other.retractedAt !== null)) last = null
  for (const other of others) if (other.retractedAt === null) last = Math.max(last ?? 0, other.at)
  return last
}

const newPart = (
  part: { id: PartId; name: string | null; currentTempo: Part['currentTempo'] },
  pieceId: PieceId,
  position: number,
  at: number,
): Part => ({
  id: part.id,
  pieceId,
  name: part.name,
  position,
  currentTempo: part.currentTempo,
  createdAt: at,
  lastPracticed: null,
  deletedAt: null,
  revision: 0,
  nameAt: at,
  tempoAt: at,
  positionAt: at,
})

const allPartsOf = (library: Library, pieceId: PieceId) =>
  [...library.parts.values()].filter(part => part.pieceId === pieceId)

const isDeleted = (library: Library, part: Part) =>
  part.deletedAt !== null || library.pieces.get(part.pieceId)?.deletedAt !== null

const unchanged: ChangeOutcome = { kind: 'applied', rows: NO_ROWS }
const refused = (code: RejectionCode): ChangeOutcome => ({ kind: 'refused', code })
const written = (rows: Partial<Rows>): ChangeOutcome => ({ kind: 'applied', rows: { ...NO_ROWS, ...rows } })

function withAll<Id, Row extends { id: Id }>(
  map: ReadonlyMap<Id, Row>,
  rows: readonly Row[],
): ReadonlyMap<Id, Row> {
  if (rows.length === 0) return map
  if (map.size === 0) return LayeredMap.over(new Map(rows.map(row => [row.id, row])))
  const after = LayeredMap.over(map)
  for (const row of rows) after.set(row.id, row)
  return after
}
