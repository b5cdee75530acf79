import type { SectionEntry } from '#web/kit/section-entry.ts'
import type { Edit, EditDraft, FormPart, Opened } from './edit-draft.ts'

/** What a touched field says now where it was changed elsewhere since it was touched; null where it was not. */
export const nowElsewhere = <T>(edit: Edit<T> | null | undefined, now: T): T | null =>
  edit && edit.from !== now && edit.typed !== now ? now : null

/** Does the piece say something else than when the form was opened, or than when a field was touched (rule EP14)? */
export function isChangedElsewhere(first: Opened, now: Opened, draft: EditDraft): boolean {
  return (
    !isSame(first, now) ||
    nowElsewhere(draft.name, now.piece.name) !== null ||
    nowElsewhere(draft.importance, now.piece.importance) !== null ||
    nowElsewhere(draft.endTempo, String(now.piece.endTempo)) !== null ||
    draft.parts.some(edits => {
      const part = now.parts.find(({ id }) => id === edits.id)
      return (
        part === undefined ||
        nowElsewhere(edits.name, part.name) !== null ||
        nowElsewhere(edits.tempo, String(part.currentTempo)) !== null
      )
    })
  )
}

function isSame(one: Opened, other: Opened): boolean {
  return (
    one.piece.name === other.piece.name &&
    one.piece.importance === other.piece.importance &&
    one.piece.endTempo === other.piece.endTempo &&
    one.parts.length === other.parts.length &&
    one.parts.every((part, index) => {
      const now = other.parts[index]
      return part.id === now?.id && part.name === now.name && part.currentTempo === now.currentTempo
    })
  )
}

/** The form of a section with what was not typed in it as it is now, so that keeping it writes nothing over (rule EP13). */
export function entryNow(entry: SectionEntry, part: FormPart | undefined): SectionEntry {
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
