import {
  isDeleted,
  refusedOutcome,
  unchangedOutcome,
  writtenOutcome,
  type ChangeOf,
  type ChangeOutcome,
} from './change-outcome.ts'
import { allPartsOf, livingPartsOf, type Library } from './library.ts'
import { editWins } from './merge.ts'
import { newPartRow } from './part-row.ts'
import { MAX_GOAL_BPM } from '#core/music/tempo.ts'

/** Adds a part behind the others; has no effect if the part exists. */
export function applyPartAdd(library: Library, { args, at }: ChangeOf<'part.add'>): ChangeOutcome {
  const piece = library.pieces.get(args.pieceId)
  if (piece === undefined) return refusedOutcome('not-found')
  const known = library.parts.get(args.id)
  if (known !== undefined)
    return known.pieceId === args.pieceId ? unchangedOutcome : refusedOutcome('invalid')
  if (piece.deletedAt !== null) return refusedOutcome('deleted')
  const position =
    1 + allPartsOf(library, args.pieceId).reduce((last, part) => Math.max(last, part.position), -1)
  return writtenOutcome({ parts: [newPartRow(args, args.pieceId, position, at)] })
}

/** Changes the fields of a part whose stored edit is older. */
export function applyPartPatch(library: Library, { args, at }: ChangeOf<'part.patch'>): ChangeOutcome {
  const part = library.parts.get(args.id)
  if (part === undefined) return refusedOutcome('not-found')
  const { name, currentTempo, position } = args
  if (isDeleted(library, part)) {
    // Nothing is lost where a section has no place any more (rule LI15).
    return name === undefined && currentTempo === undefined ? unchangedOutcome : refusedOutcome('deleted')
  }
  // A tempo above 208 can only be reached on the slider, but a form may send back the stored one (D4).
  if (currentTempo !== undefined && currentTempo > MAX_GOAL_BPM && currentTempo !== part.currentTempo)
    return refusedOutcome('invalid')
  return writtenOutcome({
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

/** Deletes a part unless it is the last one of its piece. */
export function applyPartDelete(library: Library, { args, at }: ChangeOf<'part.delete'>): ChangeOutcome {
  const part = library.parts.get(args.id)
  if (part === undefined) return refusedOutcome('not-found')
  if (isDeleted(library, part)) return unchangedOutcome
  if (livingPartsOf(library, part.pieceId).length === 1) return refusedOutcome('last-part')
  return writtenOutcome({ parts: [{ ...part, deletedAt: at }] })
}
