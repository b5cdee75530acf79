import * as z from 'zod/mini'
import type { Library } from '#core/library/library.ts'
import { type Part, type PartId, type Piece, type PieceId } from '#core/library/piece.ts'
import type { Bpm } from '#core/music/tempo.ts'
import { moveListItem } from '#web/kit/sections/drag-order.ts'
import { partIdSchema, sectionDraftSchema, type SectionDraft } from '#web/kit/sections/section-form.tsx'
import { parseTypedTempo } from '#web/kit/music/tempo-rules.ts'
import {
  isInputValid,
  PIECE_INPUT_NAMES,
  PIECE_INPUTS,
  pieceInputsSchema,
  shownInputs,
  type PieceInputName,
  type PieceInputs,
} from './piece-inputs.ts'

/** A stored piece with its undeleted parts, in order. The piece itself may be deleted. */
export type PieceWithParts = { readonly piece: Piece; readonly parts: readonly Part[] }

/**
 * Returns a piece with its undeleted parts, even if the piece is deleted, because its form may still be open. Returns
 * null if the library does not contain the piece.
 */
export function findPieceWithParts({ pieces, parts }: Library, id: PieceId): PieceWithParts | null {
  const piece = pieces.get(id)
  if (piece === undefined) return null
  const living = [...parts.values()].filter(part => part.pieceId === id && part.deletedAt === null)
  return { piece, parts: living.toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1)) }
}

/**
 * Schema of the edited fields of the form for a piece, as they are persisted. A field that the user has not edited is
 * absent or null. The form then shows its stored value, including changes from other devices, and saving does not
 * overwrite it (rules EP3, EP13).
 */
export const editDraftSchema = z.object({
  piece: z.partial(pieceInputsSchema) as z.ZodMiniType<Partial<PieceInputs>>,
  parts: z.array(z.object({ id: partIdSchema, name: z.nullable(z.string()), tempo: z.nullable(z.string()) })),
  added: z.array(z.object({ id: partIdSchema, name: z.string(), tempo: z.string() })),
  removed: z.array(partIdSchema),
  /** The ids of the sections in their new order, or null if none was moved. Sections that are not listed come last. */
  order: z.nullable(z.array(partIdSchema)),
  /** Input of the section form while that form replaces the form of the piece; otherwise null. */
  entry: z.nullable(sectionDraftSchema),
})
export type EditDraft = z.infer<typeof editDraftSchema>

/** The initial draft (the edited fields of the form), in which the user has not edited any field. */
export const EMPTY_EDIT_DRAFT: EditDraft = {
  piece: {},
  parts: [],
  added: [],
  removed: [],
  order: null,
  entry: null,
}

/** Returns true if the user would lose input by discarding the draft (the edited fields of the form). */
export const hasUnsavedEdits = ({ piece, parts, added, removed, order, entry }: EditDraft): boolean =>
  order !== null ||
  entry !== null ||
  [Object.keys(piece), parts, added, removed].some(list => list.length > 0)

/** A part as the form for a piece shows it: the only part of a piece without sections, a section, or a new section. */
export type FormPart = {
  readonly id: PartId
  readonly name: string | null
  readonly tempo: string
  /** The stored tempo; undefined for a new section. */
  readonly stored?: Bpm
}

/** The values that the form for a piece shows: stored ones, or edited ones in fields that the user has edited. */
export type EditFormValues = PieceInputs & { readonly parts: readonly FormPart[] }

/** Returns the values that the form for a piece shows: the stored values, or the user's edits where there are any. */
export function shownFormValues({ piece, parts }: PieceWithParts, draft: EditDraft): EditFormValues {
  const kept = parts.filter(part => !draft.removed.includes(part.id))
  return {
    ...shownInputs(piece),
    ...draft.piece,
    parts: inOrder(draft.order, [
      ...kept.map(({ id, name, currentTempo }) => {
        const edits = draft.parts.find(known => known.id === id)
        const tempo = edits?.tempo ?? String(currentTempo)
        // The only part of a piece has a name only while the piece is being split (rule EP23).
        return { id, name: edits?.name ?? name, tempo, stored: currentTempo }
      }),
      ...draft.added,
    ]),
  }
}

function inOrder(order: EditDraft['order'], parts: readonly FormPart[]): readonly FormPart[] {
  if (order === null) return parts
  const place = ({ id }: FormPart) => (order.includes(id) ? order.indexOf(id) : order.length)
  return parts.toSorted((a, b) => place(a) - place(b))
}

/** Returns a copy of the draft (the edited fields of the form) with a changed input of a field of the piece. */
export function withEdited<Name extends PieceInputName>(
  name: Name,
  draft: EditDraft,
  { piece }: PieceWithParts,
  typed: PieceInputs[Name],
): EditDraft {
  const { [name]: _, ...others } = draft.piece
  const isAsStored = typed === PIECE_INPUTS[name].show(piece)
  return { ...draft, piece: isAsStored ? others : { ...others, [name]: typed } }
}

/**
 * Returns a copy of the draft (the edited fields of the form) with the given name and tempo of a part. If the part is
 * not stored, it is a new section: adds it to the draft, or updates it if the draft already contains its id.
 */
export function withEditedPart(
  draft: EditDraft,
  { parts }: PieceWithParts,
  { id, name, tempo }: Pick<FormPart, 'id' | 'name' | 'tempo'>,
): EditDraft {
  const stored = parts.find(part => part.id === id)
  if (stored === undefined) {
    const section = { id, name: name ?? '', tempo }
    const isKnown = draft.added.some(part => part.id === id)
    const added = isKnown
      ? draft.added.map(part => (part.id === id ? section : part))
      : [...draft.added, section]
    return { ...draft, added }
  }
  const edits = {
    id,
    name: name === null ? null : edited(name, stored.name ?? ''),
    tempo: edited(tempo, String(stored.currentTempo)),
  }
  const others = draft.parts.filter(part => part.id !== id)
  const isAsStored = edits.name === null && edits.tempo === null
  return { ...draft, parts: isAsStored ? others : [...others, edits] }
}

/**
 * Returns a copy of the draft (the edited fields of the form) in which a part is removed. Saving the form then deletes
 * the part if it is stored, and does not add it if it is new.
 */
export function withoutPart(draft: EditDraft, { parts }: PieceWithParts, id: PartId): EditDraft {
  const isStored = parts.some(part => part.id === id)
  return {
    ...draft,
    parts: draft.parts.filter(part => part.id !== id),
    added: draft.added.filter(part => part.id !== id),
    removed: isStored ? [...draft.removed, id] : draft.removed,
  }
}

/**
 * Returns a copy of the draft (the edited fields of the form) in which a section is moved to another position, counted
 * from 0 (rule LI15).
 */
export function withMovedSection(
  draft: EditDraft,
  opened: PieceWithParts,
  id: PartId,
  to: number,
): EditDraft {
  const idsOf = (draft: EditDraft) => shownFormValues(opened, draft).parts.map(part => part.id)
  const before = idsOf(draft)
  const order = moveListItem(before, before.indexOf(id), to)
  const untouched = { ...draft, order: null }
  return order.join() === idsOf(untouched).join() ? untouched : { ...draft, order }
}

/**
 * Returns a copy of the draft (the edited fields of the form) in which a removed part is restored with its edits and
 * its position. `before` is the draft before the removal (rule PS18).
 */
export function withRestoredPart(draft: EditDraft, before: EditDraft, id: PartId): EditDraft {
  const edits = before.parts.filter(part => part.id === id)
  const place = before.added.findIndex(part => part.id === id)
  const added = before.added.slice(place, place + 1)
  const others = draft.added.filter(part => part.id !== id)
  return {
    ...draft,
    parts: [...draft.parts.filter(part => part.id !== id), ...edits],
    added: place === -1 ? draft.added : others.toSpliced(place, 0, ...added),
    removed: draft.removed.filter(removed => removed !== id),
  }
}

/** Returns true if all values of the form for a piece are valid, so that it can be saved (rule EP1). */
export function isFormValid({ piece }: PieceWithParts, form: EditFormValues): boolean {
  return (
    PIECE_INPUT_NAMES.every(name => isInputValid(name, form, piece)) &&
    form.parts.every(part => parseTypedTempo(part.tempo, part.stored) !== null)
  )
}

/** What was typed in a field, or null if that is what is stored. */
const edited = (typed: string, stored: string) => (typed === stored ? null : typed)

/**
 * Returns true if another device or tab has changed the piece since its form was opened, which the form tells (rule
 * EP13).
 */
export const isChangedElsewhere = (first: PieceWithParts, now: PieceWithParts): boolean =>
  JSON.stringify(shownFormValues(first, EMPTY_EDIT_DRAFT)) !==
  JSON.stringify(shownFormValues(now, EMPTY_EDIT_DRAFT))

/**
 * Returns the input of the section form, in which each field that the user has not edited has the current stored value.
 * Saving then does not overwrite changes from another device (rule EP13).
 */
export function refreshSectionDraft(entry: SectionDraft, part: FormPart | undefined): SectionDraft {
  const { from } = entry
  if (from === undefined || part === undefined) return entry
  const now = { name: part.name ?? '', tempo: part.tempo }
  return {
    ...entry,
    name: entry.name === from.name ? now.name : entry.name,
    tempo: entry.tempo === from.tempo ? now.tempo : entry.tempo,
    from: now,
  }
}
