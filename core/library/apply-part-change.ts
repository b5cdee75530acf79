import {
  isPartOrPieceDeleted,
  createRejectedOutcome,
  NO_EFFECT_OUTCOME,
  createWriteOutcome,
  type ChangeOfKind,
  type ChangeOutcome,
} from './change-outcome.ts'
import { allPartsOf, type Library } from './library.ts'
import type { Timestamp } from './day.ts'
import { initialValues } from './field.ts'
import { withDeletion, withEdit } from './merge.ts'
import { PART_FIELDS } from './part-fields.ts'
import { MAX_PART_POSITION, type Part, type PartFields, type PartId } from './piece.ts'
import { MAX_GOAL_BPM } from '#core/music/tempo.ts'

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
