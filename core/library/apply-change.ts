import type { Change, Intention } from './change.ts'
import {
  allPartsOf,
  livingPartsOf,
  mutableCopy,
  NO_ROWS,
  setRows,
  type Library,
  type Rows,
} from './library.ts'
import { editWins } from './merge.ts'
import type { Part, PartId, PieceId, Practice } from './piece.ts'
import { newPieceRow, patchedPiece } from './piece-row.ts'
import { completeDetails, plausibleDay } from './practice-details.ts'
import type { Timestamp } from './day.ts'
import type { RejectionCode } from '#core/protocol/problem.ts'
import { MAX_GOAL_BPM } from '#core/music/tempo.ts'

/** The rows that a change writes (none if it has no effect), or why it is rejected. */
export type ChangeOutcome = { kind: 'applied'; rows: Rows } | { kind: 'refused'; code: RejectionCode }

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

function createPiece(library: Library, { args, at }: Of<'piece.create'>): ChangeOutcome {
  if (library.pieces.has(args.id)) return unchanged
  if (args.parts.some(part => library.parts.has(part.id))) return refused('invalid')
  return written({
    pieces: [newPieceRow(args, at)],
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

const isDeleted = (library: Library, part: Part) =>
  part.deletedAt !== null || library.pieces.get(part.pieceId)?.deletedAt !== null

const unchanged: ChangeOutcome = { kind: 'applied', rows: NO_ROWS }
const refused = (code: RejectionCode): ChangeOutcome => ({ kind: 'refused', code })
const written = (rows: Partial<Rows>): ChangeOutcome => ({ kind: 'applied', rows: { ...NO_ROWS, ...rows } })
