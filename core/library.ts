import type { Change, Intention } from './change.ts'
import { wins } from './merge.ts'
import type { Part, PartId, Piece, PieceId, Practice, PracticeId } from './piece.ts'
import type { RefusalCode } from './problem.ts'
import { FASTEST_GOAL } from './tempo.ts'

/** A user's pieces, parts and practice entries, deleted ones included. */
export type Library = {
  readonly pieces: ReadonlyMap<PieceId, Piece>
  readonly parts: ReadonlyMap<PartId, Part>
  readonly practice: ReadonlyMap<PracticeId, Practice>
}

/** A library into which rows are put one after the other, where a new value each time would cost too much. */
export type LibraryInWork = {
  readonly pieces: Map<PieceId, Piece>
  readonly parts: Map<PartId, Part>
  readonly practice: Map<PracticeId, Practice>
}

/** Rows as they travel and as they are stored. */
export type Rows = {
  readonly pieces: readonly Piece[]
  readonly parts: readonly Part[]
  readonly practice: readonly Practice[]
}

/** The rows a change writes (none, when it changes nothing any more), or why it cannot be done. */
export type Outcome = { kind: 'applied'; rows: Rows } | { kind: 'refused'; code: RefusalCode }

export const EMPTY_LIBRARY: Library = { pieces: new Map(), parts: new Map(), practice: new Map() }
export const NO_ROWS: Rows = { pieces: [], parts: [], practice: [] }

type Of<K extends Intention['kind']> = Extract<Change, { kind: K }>

/**
 * What a change does to a library: the one place where data changes its meaning, on the device and on the server
 * alike (rules LI1-LI12). Never throws, changes nothing in place, and applied twice does what it does once.
 */
export function applyChange(library: Library, change: Change): Outcome {
  switch (change.kind) {
    case 'piece.create':
      return createPiece(library, change)
    case 'piece.patch':
      return patchPiece(library, change)
    case 'piece.delete':
      return deletePiece(library, change)
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

/** A library with rows put over its own, as a new value. */
export function withRows(library: Library, rows: Rows): Library {
  return {
    pieces: withAll(library.pieces, rows.pieces),
    parts: withAll(library.parts, rows.parts),
    practice: withAll(library.practice, rows.practice),
  }
}

/** A library after changes in their order; what cannot be done is left out, never thrown (rule LI11). */
export function replay(library: Library, changes: readonly Change[]): Library {
  if (changes.length === 0) return library
  const after = {
    pieces: new Map(library.pieces),
    parts: new Map(library.parts),
    practice: new Map(library.practice),
  }
  for (const change of changes) {
    const outcome = applyChange(after, change)
    if (outcome.kind === 'applied') putRows(after, outcome.rows)
  }
  return after
}

/** Puts rows over those of a library that is in work. */
export function putRows(library: LibraryInWork, rows: Rows): void {
  for (const piece of rows.pieces) library.pieces.set(piece.id, piece)
  for (const part of rows.parts) library.parts.set(part.id, part)
  for (const entry of rows.practice) library.practice.set(entry.id, entry)
}

/** The living pieces, in no particular order. */
export const livingPieces = (library: Library): Piece[] =>
  [...library.pieces.values()].filter(piece => piece.deletedAt === null)

/** The living parts of a piece by their position; none when the piece is deleted. */
export function partsOf(library: Library, pieceId: PieceId): Part[] {
  if (library.pieces.get(pieceId)?.deletedAt !== null) return []
  return allPartsOf(library, pieceId)
    .filter(part => part.deletedAt === null)
    .sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
}

function createPiece(library: Library, { args, at }: Of<'piece.create'>): Outcome {
  if (library.pieces.has(args.id)) return unchanged
  if (args.parts.some(part => library.parts.has(part.id))) return refused('invalid')
  const piece: Piece = {
    id: args.id,
    name: args.name,
    importance: args.importance,
    endTempo: args.endTempo,
    click: null,
    createdAt: at,
    updatedAt: at,
    deletedAt: null,
    revision: 0,
    nameAt: at,
    importanceAt: at,
    endTempoAt: at,
    clickAt: at,
  }
  return written({
    pieces: [piece],
    parts: args.parts.map((part, position) => newPart(part, args.id, position, at)),
  })
}

function patchPiece(library: Library, { args, at }: Of<'piece.patch'>): Outcome {
  const piece = library.pieces.get(args.id)
  if (piece === undefined) return refused('not-found')
  if (piece.deletedAt !== null) return refused('deleted')
  const after: Piece = {
    ...piece,
    ...(args.name !== undefined && wins(at, piece.nameAt) && { name: args.name, nameAt: at }),
    ...(args.importance !== undefined &&
      wins(at, piece.importanceAt) && { importance: args.importance, importanceAt: at }),
    ...(args.endTempo !== undefined &&
      wins(at, piece.endTempoAt) && { endTempo: args.endTempo, endTempoAt: at }),
    ...(args.click !== undefined && wins(at, piece.clickAt) && { click: args.click, clickAt: at }),
  }
  const updatedAt = Math.max(after.nameAt, after.importanceAt, after.endTempoAt, after.clickAt)
  return written({ pieces: [{ ...after, updatedAt }] })
}

function deletePiece(library: Library, { args, at }: Of<'piece.delete'>): Outcome {
  const piece = library.pieces.get(args.id)
  if (piece === undefined) return refused('not-found')
  return piece.deletedAt === null ? written({ pieces: [{ ...piece, deletedAt: at }] }) : unchanged
}

function addPart(library: Library, { args, at }: Of<'part.add'>): Outcome {
  const piece = library.pieces.get(args.pieceId)
  if (piece === undefined) return refused('not-found')
  const known = library.parts.get(args.id)
  if (known !== undefined) return known.pieceId === args.pieceId ? unchanged : refused('invalid')
  if (piece.deletedAt !== null) return refused('deleted')
  const position =
    1 + allPartsOf(library, args.pieceId).reduce((last, part) => Math.max(last, part.position), -1)
  return written({ parts: [newPart(args, args.pieceId, position, at)] })
}

function patchPart(library: Library, { args, at }: Of<'part.patch'>): Outcome {
  const part = library.parts.get(args.id)
  if (part === undefined) return refused('not-found')
  if (isDeleted(library, part)) return refused('deleted')
  const { name, currentTempo } = args
  // A tempo above 208 is only ever reached on the slider; a form may send back what it was opened with (D4).
  if (currentTempo !== undefined && currentTempo > FASTEST_GOAL && currentTempo !== part.currentTempo)
    return refused('invalid')
  return written({
    parts: [
      {
        ...part,
        ...(name !== undefined && wins(at, part.nameAt) && { name, nameAt: at }),
        ...(currentTempo !== undefined && wins(at, part.tempoAt) && { currentTempo, tempoAt: at }),
      },
    ],
  })
}

function deletePart(library: Library, { args, at }: Of<'part.delete'>): Outcome {
  const part = library.parts.get(args.id)
  if (part === undefined) return refused('not-found')
  if (isDeleted(library, part)) return unchanged
  if (partsOf(library, part.pieceId).length === 1) return refused('last-part')
  return written({ parts: [{ ...part, deletedAt: at }] })
}

function addPractice(library: Library, { args, at }: Of<'practice.add'>): Outcome {
  const part = library.parts.get(args.partId)
  // A section added by a device that did not know its piece was deleted never arrives; the work on it does.
  if (part === undefined && !isDeletedPiece(library, args.pieceId)) return refused('not-found')
  if (part !== undefined && part.pieceId !== args.pieceId) return refused('not-found')
  if (library.practice.has(args.id)) return unchanged
  const entry: Practice = { ...args, at, retractedAt: null, revision: 0 }
  // What was practiced was practiced: the history takes it even where the part is gone (rule LI8).
  if (part === undefined || isDeleted(library, part)) return written({ practice: [entry] })
  const practiced: Part = {
    ...part,
    lastPracticed: Math.max(part.lastPracticed ?? 0, at),
    ...(wins(at, part.tempoAt) && { currentTempo: args.tempo, tempoAt: at }),
  }
  return written({ parts: [practiced], practice: [entry] })
}

function retractPractice(library: Library, { args, at }: Of<'practice.retract'>): Outcome {
  const entry = library.practice.get(args.id)
  if (entry === undefined) return refused('not-found')
  if (entry.retractedAt !== null) return unchanged
  const retracted: Practice = { ...entry, retractedAt: at }
  const part = library.parts.get(entry.partId)
  if (part === undefined || isDeleted(library, part)) return written({ practice: [retracted] })
  // Only what this very entry wrote is taken back; something newer stands (rule LI9).
  const wroteTempo = part.tempoAt === entry.at && part.currentTempo === entry.tempo
  const wroteDay = part.lastPracticed === entry.at
  const returned: Part = {
    ...part,
    // The stamp stays that of the entry: an edit after it, still on its way, must win as if it had come before.
    ...(wroteTempo && { currentTempo: args.currentTempo }),
    ...(wroteDay && { lastPracticed: lastPracticedWithout(library, entry, args.lastPracticed) }),
  }
  return written({ parts: wroteTempo || wroteDay ? [returned] : [], practice: [retracted] })
}

/**
 * When the part of an entry was last practiced but for that entry: what the device that takes it back was told, or
 * what others practiced meanwhile, which it has not seen. What it was told does not count if that is taken back too.
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
})

const allPartsOf = (library: Library, pieceId: PieceId) =>
  [...library.parts.values()].filter(part => part.pieceId === pieceId)

const isDeleted = (library: Library, part: Part) =>
  part.deletedAt !== null || library.pieces.get(part.pieceId)?.deletedAt !== null

const isDeletedPiece = (library: Library, pieceId: PieceId) =>
  typeof library.pieces.get(pieceId)?.deletedAt === 'number'

const unchanged: Outcome = { kind: 'applied', rows: NO_ROWS }
const refused = (code: RefusalCode): Outcome => ({ kind: 'refused', code })
const written = (rows: Partial<Rows>): Outcome => ({ kind: 'applied', rows: { ...NO_ROWS, ...rows } })

function withAll<Id, Row extends { id: Id }>(
  map: ReadonlyMap<Id, Row>,
  rows: readonly Row[],
): ReadonlyMap<Id, Row> {
  if (rows.length === 0) return map
  const after = new Map(map)
  for (const row of rows) after.set(row.id, row)
  return after
}
