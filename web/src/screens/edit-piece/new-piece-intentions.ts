import type { Intention } from '#core/library/change.ts'
import type { PartId, PieceId } from '#core/library/piece.ts'
import { parseTypedTempo } from '#web/kit/music/tempo-rules.ts'
import { createPieceIntentions } from './create-piece-intentions.ts'
import type { EditFormValues, PieceWithParts } from './edit-draft.ts'
import { readInputs } from './piece-inputs.ts'

/**
 * Returns the changes to store (intentions) that save the content of the form as a new piece, with the metronome
 * settings of the piece that was being edited. This keeps the user's input if that piece was deleted on another device
 * while the form was open. Returns null if a tempo is invalid or there are no parts (rule EP15).
 */
export function newPieceIntentions(
  { piece }: PieceWithParts,
  form: EditFormValues,
  ids: { piece: PieceId; part: () => PartId },
): Intention[] | null {
  const { name, endTempo, ...fields } = readInputs(form, piece)
  const parts = form.parts.flatMap(({ name, tempo, stored }) => {
    const currentTempo = parseTypedTempo(tempo, stored)
    return currentTempo === null ? [] : [{ id: ids.part(), name, currentTempo }]
  })
  if (name === undefined || endTempo === undefined) return null
  if (parts.length === 0 || parts.length < form.parts.length) return null
  const { click } = piece
  const { importance } = form
  return createPieceIntentions({ ...fields, id: ids.piece, name, importance, endTempo, click }, parts)
}
