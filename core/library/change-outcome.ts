import type { Change, ChangeKind } from './change.ts'
import {
  NO_ROWS,
  allPartsOf,
  type Library,
  type RowsWithEntries,
  type LibraryWithEntries,
} from './library.ts'
import {
  MAX_PART_POSITION,
  type Part,
  type Piece,
  type PartFields,
  type PartId,
  type Practice,
} from './piece.ts'
import type { RejectionCode } from '#core/protocol/problem.ts'
import { dayOf, type Timestamp, type Day } from './day.ts'
import { initialValues, PIECE_FIELDS, PART_FIELDS, practiceDetails } from './fields.ts'
import { withDeletion, withEdit, stampOf } from './merge.ts'
import { MAX_GOAL_BPM } from '#core/music/tempo.ts'

/** Result of applying a change: the rows to write, possibly none, or the reason why the change is rejected. */
export type ChangeOutcome =
  | { kind: 'applied'; rows: RowsWithEntries }
  | { kind: 'rejected'; code: RejectionCode }

/** The type of a change of the kind `K`. For example, ChangeOfKind<'piece.create'> is a change that creates a piece. */
export type ChangeOfKind<K extends ChangeKind> = Extract<Change, { kind: K }>

/** The outcome of a change that is accepted but writes no rows, for example because it was applied before. */
const NO_EFFECT_OUTCOME: ChangeOutcome = { kind: 'applied', rows: NO_ROWS }

/** Creates the outcome of a rejected change with its error code. */
const createRejectedOutcome = (code: RejectionCode): ChangeOutcome => ({ kind: 'rejected', code })

/** Creates the outcome of a change that writes the given rows. */
const createWriteOutcome = (rows: Partial<RowsWithEntries>): ChangeOutcome => ({
  kind: 'applied',
  rows: { ...NO_ROWS, ...rows },
})

/** Returns true if the part or its piece is deleted, or if the library does not contain its piece. */
const isPartOrPieceDeleted = (library: Library, part: Part) =>
  part.deletedAt !== null || library.pieces.get(part.pieceId)?.deletedAt !== null

/** Creates the row of a new piece. `at` becomes the creation time. */
export function createPieceRow(
  { parts, ...fields }: ChangeOfKind<'piece.create'>['args'],
  at: Timestamp,
): Piece {
  void parts
  return {
    ...initialValues(PIECE_FIELDS),
    ...fields,
    createdAt: at,
    updatedAt: at,
    deletedAt: null,
    revision: 0,
    stamps: {},
  } as Piece
}

/**
 * Computes the outcome of creating a piece with its parts. The change has no effect if the piece already exists. It is
 * rejected if a part with one of the new ids already exists.
 */
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

/**
 * Computes the outcome of editing the given fields of a piece. Skips fields for which a newer edit is stored. The
 * change is rejected if the piece is missing or deleted.
 */
export function applyPiecePatch(library: Library, { args, at }: ChangeOfKind<'piece.patch'>): ChangeOutcome {
  const piece = library.pieces.get(args.id)
  if (piece === undefined) return createRejectedOutcome('not-found')
  if (piece.deletedAt !== null) return createRejectedOutcome('deleted')
  const { id: _, ...edit } = args
  const after = withEdit<Piece>(piece, edit, at)
  const updatedAt = after === piece ? piece.updatedAt : Math.max(piece.updatedAt, at)
  return createWriteOutcome({ pieces: [{ ...after, updatedAt }] })
}

/**
 * Computes the outcome of deleting a piece or of bringing it back. The piece's parts stay unchanged, so that they come
 * back with it. Has no effect if the piece was deleted or brought back later. It is rejected if the piece does not
 * exist.
 */
export function applyPieceDeletion(
  library: Library,
  { kind, args, at }: ChangeOfKind<'piece.delete'> | ChangeOfKind<'piece.restore'>,
): ChangeOutcome {
  const piece = library.pieces.get(args.id)
  if (piece === undefined) return createRejectedOutcome('not-found')
  const after = withDeletion(piece, kind === 'piece.delete', at)
  return after === null ? NO_EFFECT_OUTCOME : createWriteOutcome({ pieces: [after] })
}

/** Creates the row of a new part. `at` becomes the creation time. */
export const createPartRow = (
  { id, ...fields }: Pick<PartFields, 'pieceId' | 'name' | 'position' | 'currentTempo'> & { id: PartId },
  at: Timestamp,
): Part =>
  ({
    ...initialValues(PART_FIELDS),
    ...fields,
    id,
    createdAt: at,
    deletedAt: null,
    revision: 0,
    stamps: {},
  }) as Part

/**
 * Computes the outcome of adding a part to a piece, behind its last part. The change has no effect if the piece already
 * has a part with this id. It is rejected if the piece is missing or deleted, or if a part of another piece has this
 * id.
 */
export function applyPartAdd(library: Library, { args, at }: ChangeOfKind<'part.add'>): ChangeOutcome {
  const piece = library.pieces.get(args.pieceId)
  if (piece === undefined) return createRejectedOutcome('not-found')
  const known = library.parts.get(args.id)
  if (known !== undefined)
    return known.pieceId === args.pieceId ? NO_EFFECT_OUTCOME : createRejectedOutcome('invalid')
  if (piece.deletedAt !== null) return createRejectedOutcome('deleted')
  const last = allPartsOf(library, args.pieceId).reduce((last, part) => Math.max(last, part.position), -1)
  // Beyond it, the row could not be moved any more. Parts with the same position are ordered by id.
  const position = Math.min(last + 1, MAX_PART_POSITION)
  return createWriteOutcome({ parts: [createPartRow({ ...args, position }, at)] })
}

/**
 * Computes the outcome of editing the given fields of a part: name, current tempo or position. Skips fields for which a
 * newer edit is stored. The change is rejected if the part is missing, or if it sets a new tempo above 208 bpm. If the
 * part or its piece is deleted, a change of only the position has no effect, and every other edit is rejected.
 */
export function applyPartPatch(library: Library, { args, at }: ChangeOfKind<'part.patch'>): ChangeOutcome {
  const part = library.parts.get(args.id)
  if (part === undefined) return createRejectedOutcome('not-found')
  const { id: _, ...edit } = args
  const { name, currentTempo } = edit
  if (isPartOrPieceDeleted(library, part)) {
    // Nothing is lost where a section has no place any more (rule LI15).
    return name === undefined && currentTempo === undefined
      ? NO_EFFECT_OUTCOME
      : createRejectedOutcome('deleted')
  }
  // A tempo above 208 can only be reached on the slider, but a form may send back the stored one (D4).
  if (currentTempo !== undefined && currentTempo > MAX_GOAL_BPM && currentTempo !== part.currentTempo)
    return createRejectedOutcome('invalid')
  return createWriteOutcome({ parts: [withEdit<Part>(part, edit, at)] })
}

/**
 * Computes the outcome of deleting a part. The change has no effect if the part was deleted or brought back later. It is
 * rejected if the part does not exist or is the last remaining part of its piece.
 */
export function applyPartDelete(library: Library, { args, at }: ChangeOfKind<'part.delete'>): ChangeOutcome {
  const part = library.parts.get(args.id)
  if (part === undefined) return createRejectedOutcome('not-found')
  const after = withDeletion(part, true, at)
  if (after === null) return NO_EFFECT_OUTCOME
  // Counted in a deleted piece, too: it may come back, and then has a part.
  const isLast = allPartsOf(library, part.pieceId).every(
    ({ id, deletedAt }) => id === part.id || deletedAt !== null,
  )
  if (isLast && part.deletedAt === null) return createRejectedOutcome('last-part')
  return createWriteOutcome({ parts: [after] })
}

/**
 * Computes the outcome of bringing a deleted part back to its place. The change has no effect if the part was deleted or
 * brought back later. It is rejected if the piece has no such part or is deleted itself, because the Free plan counts
 * the parts of a piece only while the piece is there.
 */
export function applyPartRestore(
  library: Library,
  { args, at }: ChangeOfKind<'part.restore'>,
): ChangeOutcome {
  const part = library.parts.get(args.id)
  const piece = library.pieces.get(args.pieceId)
  if (part?.pieceId !== args.pieceId || piece === undefined) return createRejectedOutcome('not-found')
  if (piece.deletedAt !== null) return createRejectedOutcome('deleted')
  const after = withDeletion(part, false, at)
  return after === null ? NO_EFFECT_OUTCOME : createWriteOutcome({ parts: [after] })
}

/**
 * Computes the outcome of adding a practice entry to a part. The entry's tempo becomes the part's current tempo unless
 * a newer edit of that tempo is stored, and the part's time of last practice is updated. An entry of a run-through
 * (playing the whole piece once) leaves the part's tempo unchanged (rule PF4). A deleted part is updated as well,
 * because it may come back.
 */
export function applyPracticeAdd(
  library: LibraryWithEntries,
  { args, at }: ChangeOfKind<'practice.add'>,
): ChangeOutcome {
  const part = library.parts.get(args.partId)
  // A section that another device added to a deleted piece is rejected, but its practice entries are accepted.
  if (part === undefined && typeof library.pieces.get(args.pieceId)?.deletedAt !== 'number')
    return createRejectedOutcome('not-found')
  if (part !== undefined && part.pieceId !== args.pieceId) return createRejectedOutcome('not-found')
  if (library.practice.has(args.id)) return NO_EFFECT_OUTCOME
  const day = dayIfPlausible(args.day ?? null, at)
  const entry: Practice = { ...args, ...practiceDetails(args), day, at, retractedAt: null, revision: 0 }
  // The history keeps the entry even if its part is unknown or deleted (rule LI7). A deleted part may come back.
  if (part === undefined) return createWriteOutcome({ practice: [entry] })
  // A run-through is played at whatever tempo it goes at (rule PF4).
  const played = entry.runThroughId === null ? withEdit<Part>(part, { currentTempo: entry.tempo }, at) : part
  const practiced: Part = { ...played, lastPracticed: Math.max(part.lastPracticed ?? 0, at) }
  return createWriteOutcome({ parts: [practiced], practice: [entry] })
}

/**
 * Returns the day if it is plausible as the local day of the given time: the UTC day, the day before, or the day after.
 * Otherwise returns null (rule LI7).
 */
const dayIfPlausible = (day: Day | null, at: Timestamp): Day | null =>
  day !== null && Math.abs(day - dayOf(at, 0)) <= 1 ? day : null

/**
 * Computes the outcome of retracting a practice entry, which marks the entry as retracted. If the part still has the
 * current tempo that this entry set, resets it to the tempo in the change. If the part still has the time of last
 * practice that this entry set, resets it to that of the latest other practice. The change is rejected if the entry
 * does not exist, and has no effect if it is already retracted.
 */
export function applyPracticeRetract(
  library: LibraryWithEntries,
  { args, at }: ChangeOfKind<'practice.retract'>,
): ChangeOutcome {
  const entry = library.practice.get(args.id)
  if (entry === undefined) return createRejectedOutcome('not-found')
  if (entry.retractedAt !== null) return NO_EFFECT_OUTCOME
  const retracted: Practice = { ...entry, retractedAt: at }
  const part = library.parts.get(entry.partId)
  if (part === undefined) return createWriteOutcome({ practice: [retracted] })
  // Reverts only what this entry wrote; newer values stay (rule HI5).
  const wroteTempo =
    entry.runThroughId === null &&
    stampOf(part, 'currentTempo') === entry.at &&
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

/**
 * Returns when the part of an entry was last practiced apart from that entry: the later of `told`, the value that the
 * retracting device knew, and the entries of other devices. `told` is ignored if the entry it came from is retracted
 * too. Returns null if nothing is left.
 */
function lastPracticedWithout(
  library: LibraryWithEntries,
  entry: Practice,
  told: number | null,
): number | null {
  let last = told === null ? null : Math.min(told, entry.at)
  const others = [...library.practice.values()].filter(
    other => other.partId === entry.partId && other.id !== entry.id,
  )
  if (others.some(other => other.at === last && other.retractedAt !== null)) last = null
  for (const other of others) if (other.retractedAt === null) last = Math.max(last ?? 0, other.at)
  return last
}
