import type { Change, ChangeKind } from './change.ts'
import {
  NO_ROWS,
  partsOfPieceWithDeleted,
  type Library,
  type RowsWithEntries,
  type LibraryWithNeededEntries,
} from './library.ts'
import { MAX_PART_POSITION, type Part, type Piece, type PracticeEntry } from './piece.ts'
import type { RejectionCode } from '#core/protocol/problem.ts'
import { dayAtUtcOffset, type Timestamp, type Day } from './day.ts'
import { initialValues, PIECE_FIELDS, PART_FIELDS, fillDetails, type AnyFieldSpecs } from './fields.ts'
import { mergeDeleted, mergeEdit, lastEditStampOfField } from './merge.ts'
import { MAX_GOAL_BPM } from '#core/music/tempo.ts'

export type ChangeOutcome =
  | { kind: 'applied'; rows: RowsWithEntries }
  | { kind: 'rejected'; code: RejectionCode }

export type ChangeOfKind<K extends ChangeKind> = Extract<Change, { kind: K }>

const NO_EFFECT_OUTCOME: ChangeOutcome = { kind: 'applied', rows: NO_ROWS }

const createRejectedOutcome = (code: RejectionCode): ChangeOutcome => ({ kind: 'rejected', code })

const createWriteOutcome = (rows: Partial<RowsWithEntries>): ChangeOutcome => ({
  kind: 'applied',
  rows: { ...NO_ROWS, ...rows },
})

const isPartOrPieceDeleted = (library: Library, part: Part) =>
  part.deletedAt !== null || library.pieces.get(part.pieceId)?.deletedAt !== null

const newRow = <Values extends object>(fields: AnyFieldSpecs, values: Values, at: Timestamp) => ({
  ...initialValues(fields),
  ...values,
  createdAt: at,
  deletedAt: null,
  revision: 0,
  stamps: {},
})

export function createPieceRow(args: ChangeOfKind<'piece.create'>['args'], at: Timestamp): Piece {
  const { parts: _, ...fields } = args
  return { ...newRow(PIECE_FIELDS, fields, at), updatedAt: at } as Piece
}

export const createPartRow = (
  fields: Pick<Part, 'id' | 'pieceId' | 'name' | 'position' | 'currentTempo'>,
  at: Timestamp,
): Part => newRow(PART_FIELDS, fields, at) as Part

export function applyPieceCreate(
  library: Library,
  { args, at }: ChangeOfKind<'piece.create'>,
): ChangeOutcome {
  if (library.pieces.has(args.id)) return NO_EFFECT_OUTCOME
  if (args.parts.some(part => library.parts.has(part.id))) return createRejectedOutcome('invalid')
  return createWriteOutcome({
    pieces: [createPieceRow(args, at)],
    parts: args.parts.map((part, position) => createPartRow({ ...part, pieceId: args.id, position }, at)),
  })
}

export function applyPiecePatch(library: Library, { args, at }: ChangeOfKind<'piece.patch'>): ChangeOutcome {
  const piece = library.pieces.get(args.id)
  if (piece === undefined) return createRejectedOutcome('not-found')
  if (piece.deletedAt !== null) return createRejectedOutcome('deleted')
  const { id: _, ...edit } = args
  const after = mergeEdit<Piece>(piece, edit, at)
  const updatedAt = after === piece ? piece.updatedAt : Math.max(piece.updatedAt, at)
  return createWriteOutcome({ pieces: [{ ...after, updatedAt }] })
}

/** Leaves the parts unchanged, so that restoring the piece restores them too. */
export function applyPieceDeleteOrRestore(
  library: Library,
  { kind, args, at }: ChangeOfKind<'piece.delete'> | ChangeOfKind<'piece.restore'>,
): ChangeOutcome {
  const piece = library.pieces.get(args.id)
  if (piece === undefined) return createRejectedOutcome('not-found')
  const after = mergeDeleted(piece, kind === 'piece.delete', at)
  return after === null ? NO_EFFECT_OUTCOME : createWriteOutcome({ pieces: [after] })
}

export function applyPartAdd(library: Library, { args, at }: ChangeOfKind<'part.add'>): ChangeOutcome {
  const piece = library.pieces.get(args.pieceId)
  if (piece === undefined) return createRejectedOutcome('not-found')
  const known = library.parts.get(args.id)
  if (known !== undefined)
    return known.pieceId === args.pieceId ? NO_EFFECT_OUTCOME : createRejectedOutcome('invalid')
  if (piece.deletedAt !== null) return createRejectedOutcome('deleted')
  const last = partsOfPieceWithDeleted(library, args.pieceId).reduce(
    (last, part) => Math.max(last, part.position),
    -1,
  )
  // A row above the maximum could not be moved any more. Parts with the same position are ordered by id.
  const position = Math.min(last + 1, MAX_PART_POSITION)
  return createWriteOutcome({ parts: [createPartRow({ ...args, position }, at)] })
}

export function applyPartPatch(library: Library, { args, at }: ChangeOfKind<'part.patch'>): ChangeOutcome {
  const part = library.parts.get(args.id)
  if (part === undefined) return createRejectedOutcome('not-found')
  const { id: _, ...edit } = args
  const { name, currentTempo } = edit
  if (isPartOrPieceDeleted(library, part)) {
    // A change of position alone loses nothing, as a deleted section has none (rule LI15).
    return name === undefined && currentTempo === undefined
      ? NO_EFFECT_OUTCOME
      : createRejectedOutcome('deleted')
  }
  // A tempo above 208 can only be reached on the slider, but a form may send back the stored one (D4).
  if (currentTempo !== undefined && currentTempo > MAX_GOAL_BPM && currentTempo !== part.currentTempo)
    return createRejectedOutcome('invalid')
  return createWriteOutcome({ parts: [mergeEdit<Part>(part, edit, at)] })
}

export function applyPartDelete(library: Library, { args, at }: ChangeOfKind<'part.delete'>): ChangeOutcome {
  const part = library.parts.get(args.id)
  if (part === undefined) return createRejectedOutcome('not-found')
  const after = mergeDeleted(part, true, at)
  if (after === null) return NO_EFFECT_OUTCOME
  // Applies to a deleted piece, too: it may be restored and then needs a part.
  const isLast = partsOfPieceWithDeleted(library, part.pieceId).every(
    ({ id, deletedAt }) => id === part.id || deletedAt !== null,
  )
  if (isLast && part.deletedAt === null) return createRejectedOutcome('last-part')
  return createWriteOutcome({ parts: [after] })
}

/** Rejects parts of a deleted piece: plan limits do not count such parts and could be exceeded. */
export function applyPartRestore(
  library: Library,
  { args, at }: ChangeOfKind<'part.restore'>,
): ChangeOutcome {
  const part = library.parts.get(args.id)
  const piece = library.pieces.get(args.pieceId)
  if (part?.pieceId !== args.pieceId || piece === undefined) return createRejectedOutcome('not-found')
  if (piece.deletedAt !== null) return createRejectedOutcome('deleted')
  const after = mergeDeleted(part, false, at)
  return after === null ? NO_EFFECT_OUTCOME : createWriteOutcome({ parts: [after] })
}

export function applyPracticeAdd(
  library: LibraryWithNeededEntries,
  { args, at }: ChangeOfKind<'practice.add'>,
): ChangeOutcome {
  const part = library.parts.get(args.partId)
  // A section that another device added to a deleted piece is rejected, but its practice entries are accepted.
  if (part === undefined && typeof library.pieces.get(args.pieceId)?.deletedAt !== 'number')
    return createRejectedOutcome('not-found')
  if (part !== undefined && part.pieceId !== args.pieceId) return createRejectedOutcome('not-found')
  if (library.practice.has(args.id)) return NO_EFFECT_OUTCOME
  const day = dayIfPlausible(args.day ?? null, at)
  const entry: PracticeEntry = {
    ...args,
    ...fillDetails(args),
    day,
    at,
    retractedAt: null,
    revision: 0,
  }
  // The history keeps the entry even if its part is unknown or deleted (rule LI7). A deleted part may come back.
  if (part === undefined) return createWriteOutcome({ practice: [entry] })
  // A run-through may be played at any tempo, which is not the part's (rule PF4).
  const played = entry.runThroughId === null ? mergeEdit<Part>(part, { currentTempo: entry.tempo }, at) : part
  const practiced: Part = { ...played, lastPracticed: Math.max(part.lastPracticed ?? 0, at) }
  return createWriteOutcome({ parts: [practiced], practice: [entry] })
}

const dayIfPlausible = (day: Day | null, at: Timestamp): Day | null =>
  day !== null && Math.abs(day - dayAtUtcOffset(at, 0)) <= 1 ? day : null

export function applyPracticeRetract(
  library: LibraryWithNeededEntries,
  { args, at }: ChangeOfKind<'practice.retract'>,
): ChangeOutcome {
  const entry = library.practice.get(args.id)
  if (entry === undefined) return createRejectedOutcome('not-found')
  if (entry.retractedAt !== null) return NO_EFFECT_OUTCOME
  const retracted: PracticeEntry = { ...entry, retractedAt: at }
  const part = library.parts.get(entry.partId)
  if (part === undefined) return createWriteOutcome({ practice: [retracted] })
  // Reverts only what this entry wrote; newer values stay (rule HI5).
  const wroteTempo =
    entry.runThroughId === null &&
    lastEditStampOfField(part, 'currentTempo') === entry.at &&
    part.currentTempo === entry.tempo
  const wroteDay = part.lastPracticed === entry.at
  const returned: Part = {
    ...part,
    // Keeps the entry's stamp, because an edit made after it that has not arrived yet must still win.
    ...(wroteTempo && { currentTempo: args.currentTempo }),
    ...(wroteDay && { lastPracticed: lastPracticedWithout(library, entry, args.lastPracticed) }),
  }
  return createWriteOutcome({ parts: wroteTempo || wroteDay ? [returned] : [], practice: [retracted] })
}

function lastPracticedWithout(
  library: LibraryWithNeededEntries,
  entry: PracticeEntry,
  previous: number | null,
): number | null {
  let last = previous === null ? null : Math.min(previous, entry.at)
  const others = [...library.practice.values()].filter(
    other => other.partId === entry.partId && other.id !== entry.id,
  )
  // Another device may have retracted the previous practice in the meantime.
  if (others.some(other => other.at === last && other.retractedAt !== null)) last = null
  for (const other of others) if (other.retractedAt === null) last = Math.max(last ?? 0, other.at)
  return last
}
