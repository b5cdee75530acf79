import type { SectionDraft } from '#web/kit/sections/section-draft.ts'
import type { FieldEdit, EditDraft, FormPart, PieceWithParts } from './edit-draft.ts'
import { PIECE_INPUT_NAMES, shownInput } from './piece-inputs.ts'

/**
 * Returns the stored value of a field if the user has edited the field, and another device or tab has changed the value
 * since the user began to edit it. Otherwise returns null. Also returns null if the user has entered the same value as
 * the other device or tab.
 */
export const valueChangedElsewhere = <T>(edit: FieldEdit<T> | null | undefined, now: T): T | null =>
  edit && edit.from !== now && edit.typed !== now ? now : null

/**
 * Returns true if the form must warn the user about changes from another device or tab (rule EP13). There are two such
 * cases: the stored piece differs from the piece when the form was opened, or the stored value of an edited field has
 * changed since the user began to edit the field.
 *
 * @param first the stored piece when the form was opened
 * @param now the stored piece at present
 */
export function isChangedElsewhere(first: PieceWithParts, now: PieceWithParts, draft: EditDraft): boolean {
  return (
    !isSame(first, now) ||
    PIECE_INPUT_NAMES.some(
      name => valueChangedElsewhere<unknown>(draft.piece[name], shownInput(name, now.piece)) !== null,
    ) ||
    draft.parts.some(edits => {
      const part = now.parts.find(({ id }) => id === edits.id)
      return (
        part === undefined ||
        valueChangedElsewhere(edits.name, part.name ?? '') !== null ||
        valueChangedElsewhere(edits.tempo, String(part.currentTempo)) !== null
      )
    })
  )
}

function isSame(one: PieceWithParts, other: PieceWithParts): boolean {
  return (
    PIECE_INPUT_NAMES.every(name => shownInput(name, one.piece) === shownInput(name, other.piece)) &&
    one.parts.length === other.parts.length &&
    one.parts.every((part, index) => {
      const now = other.parts[index]
      return part.id === now?.id && part.name === now.name && part.currentTempo === now.currentTempo
    })
  )
}

/**
 * Returns the input of the section form, in which each field that the user has not edited has the current stored value.
 * Saving then does not overwrite changes from another device (rule EP13).
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
