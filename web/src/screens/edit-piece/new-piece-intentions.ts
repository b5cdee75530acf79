import type { Intention } from '#core/library/change.ts'
import { parseDay } from '#core/library/parse-day.ts'
import { normalizeName, type PartId, type PieceId } from '#core/library/piece.ts'
import { parseTypedTempo } from '#web/kit/music/tempo-rules.ts'
import { createPieceIntentions } from './create-piece-intentions.ts'
import type { EditFormValues, PieceWithParts } from './edit-draft.ts'

/**
 * Returns the changes to store (intentions) that save the content of the form as a new piece, with the metronome
 * settings of the piece that was being edited. This keeps the user's input if that piece was deleted on another device
 * while the form was open. Returns null if a tempo is invalid or there are no parts (rule EP16).
 */
export function newPieceIntentions(
  { piece }: PieceWithParts,
  form: EditFormValues,
  ids: { piece: PieceId; part: () => PartId },
): Intention[] | null {
  // A goal above 208 was stored from the slider, and a stored value may be saved again.
  const endTempo = parseTypedTempo(form.endTempo, piece.endTempo)
  const parts = form.parts.flatMap(({ name, tempo, stored }) => {
    const currentTempo = parseTypedTempo(tempo, stored)
    return currentTempo === null ? [] : [{ id: ids.part(), name, currentTempo }]
  })
  if (endTempo === null || parts.length === 0 || parts.length < form.parts.length) return null
  const performOn = parseDay(form.performOn)
  const settings = {
    ...(piece.click !== null && { click: piece.click }),
    ...(form.onHold && { onHold: true }),
    ...(performOn !== null && { performOn }),
  }
  const created = { id: ids.piece, name: normalizeName(form.name), importance: form.importance, endTempo }
  return createPieceIntentions(created, parts, settings)
}
