import type { SectionDraft } from '#web/kit/section-draft.ts'
import type { Edit, EditDraft, FormPart, PieceWithParts } from './edit-draft.ts'

/** Returns the current value of a touched field if it was changed elsewhere since; otherwise null. */
export const valueFromElsewhere = <T>(edit: Edit<T> | null | undefined, now: T): T | null =>
  edit && edit.from !== now && edit.typed !== now ? now : null

/** Returns whether the piece differs from when the form was opened, or from when a field was touched (rule EP14). */
export function isChangedElsewhere(first: PieceWithParts, now: PieceWithParts, draft: EditDraft): boolean {
  return (
    !isSame(first, now) ||
    valueFromElsewhere(draft.name, now.piece.name) !== null ||
    valueFromElsewhere(draft.importance, now.piece.importance) !== null ||
    valueFromElsewhere(draft.endTempo, String(now.piece.endTempo)) !== null ||
    valueFromElsewhere(draft.onHold, now.piece.onHold) !== null ||
    draft.parts.some(edits => {
      const part = now.parts.find(({ id }) => id === edits.id)
      return (
        part === undefined ||
        valueFromElsewhere(edits.name, part.name ?? '') !== null ||
        valueFromElsewhere(edits.tempo, String(part.currentTempo)) !== null
      )
    })
  )
}

function isSame(one: PieceWithParts, other: PieceWithParts): boolean {
  return (
    one.piece.name === other.piece.name &&
    one.piece.importance === other.piece.importance &&
    one.piece.endTempo === other.piece.endTempo &&
    one.piece.onHold === other.piece.onHold &&
    one.parts.length === other.parts.length &&
    one.parts.every((part, index) => {
      const now = other.parts[index]
      return part.id === now?.id && part.name === now.name && part.currentTempo === now.currentTempo
    })
  )
}

/**
 * Updates the untouched fields of a section draft to the current values, so that saving overwrites nothing (rule EP13).
 */
export function refreshSectionDraft(entry: SectionDraft, part: FormPart | undefined): SectionDraft {
  if (entry.from === undefined || part === undefined) return entry
  const name = part.name ?? ''
  const isNameTyped = entry.name !== entry.from.name
  const isTempoTyped = entry.tempo !== entry.from.tempo
  return {
    ...entry,
    name: isNameTyped ? entry.name : name,
    tempo: isTempoTyped ? entry.tempo : part.tempo,
    from: {
      name: isNameTyped ? entry.from.name : name,
      tempo: isTempoTyped ? entry.from.tempo : part.tempo,
    },
  }
}
