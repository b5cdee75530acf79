import * as z from 'zod/mini'
import { formatIsoDay, parsePerformanceDay } from '#core/library/day.ts'
import type { Library } from '#core/library/library.ts'
import {
  normalizeName,
  findPieceNameFault,
  type Part,
  type PartId,
  type Piece,
  type PieceId,
} from '#core/library/piece.ts'
import type { Bpm } from '#core/music/tempo.ts'
import { parseTypedTempo } from '#web/kit/music/tempo-rules.ts'
import { importanceSchema } from '#web/kit/music/urgency-field.tsx'
import { moveListItem } from '#web/kit/sections/drag-order.ts'
import { partIdSchema, storedSectionDraftSchema, type SectionDraft } from '#web/kit/sections/section-form.tsx'

export type PieceWithParts = { readonly piece: Piece; readonly parts: readonly Part[] }

export function findPieceEvenIfDeleted({ pieces, parts }: Library, id: PieceId): PieceWithParts | null {
  const piece = pieces.get(id)
  if (piece === undefined) return null
  const living = [...parts.values()].filter(part => part.pieceId === id && part.deletedAt === null)
  return { piece, parts: living.toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1)) }
}

const rawPieceInputsSchema = z.object({
  name: z.string(),
  importance: importanceSchema,
  endTempo: z.string(),
  onHold: z.boolean(),
  /** 'YYYY-MM-DD', '' for no performance, or INCOMPLETE_DATE for a partly typed date. */
  performOn: z.string(),
})

type RawPieceInputs = z.infer<typeof rawPieceInputsSchema>

/** The browser does not reveal the text of a partly typed date, so this stands for it (rule PF1). */
export const INCOMPLETE_DATE = 'incomplete'

const inputsOf = ({ name, importance, endTempo, onHold, performOn }: Piece): RawPieceInputs => ({
  name,
  importance,
  endTempo: String(endTempo),
  onHold,
  performOn: performOn === null ? '' : formatIsoDay(performOn),
})

export const parsePieceInputs = (
  { name, importance, endTempo, onHold, performOn }: RawPieceInputs,
  piece: Piece,
) => ({
  name: findPieceNameFault(name) === null ? normalizeName(name) : undefined,
  importance,
  endTempo: parseTypedTempo(endTempo, piece.endTempo) ?? undefined,
  onHold,
  performOn: parseTypedPerformanceDay(performOn),
})

/** Null means no performance; undefined means that the date is incomplete or before 1970. */
export const parseTypedPerformanceDay = (typed: string) =>
  typed === '' ? null : (parsePerformanceDay(typed) ?? undefined)

/** An absent or null field was not edited: the form shows the stored value, and saving does not change it. */
export const editDraftSchema = z.object({
  piece: z.partial(rawPieceInputsSchema) as z.ZodMiniType<Partial<RawPieceInputs>>,
  parts: z.array(z.object({ id: partIdSchema, name: z.nullable(z.string()), tempo: z.nullable(z.string()) })),
  added: z.array(z.object({ id: partIdSchema, name: z.string(), tempo: z.string() })),
  removed: z.array(partIdSchema),
  order: z.nullable(z.array(partIdSchema)),
  entry: z.nullable(storedSectionDraftSchema),
})
export type EditDraft = z.infer<typeof editDraftSchema>

export const EMPTY_EDIT_DRAFT: EditDraft = {
  piece: {},
  parts: [],
  added: [],
  removed: [],
  order: null,
  entry: null,
}

export const hasUnsavedEdits = ({ piece, parts, added, removed, order, entry }: EditDraft): boolean =>
  order !== null ||
  entry !== null ||
  [Object.keys(piece), parts, added, removed].some(list => list.length > 0)

export type PartFormValues = {
  readonly id: PartId
  readonly name: string | null
  readonly tempo: string
  readonly stored?: Bpm
}

export type EditFormValues = RawPieceInputs & { readonly parts: readonly PartFormValues[] }

export function createShownFormValues({ piece, parts }: PieceWithParts, draft: EditDraft): EditFormValues {
  const kept = parts.filter(part => !draft.removed.includes(part.id))
  return {
    ...inputsOf(piece),
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

function inOrder(order: EditDraft['order'], parts: readonly PartFormValues[]): readonly PartFormValues[] {
  if (order === null) return parts
  const place = ({ id }: PartFormValues) => (order.includes(id) ? order.indexOf(id) : order.length)
  return parts.toSorted((a, b) => place(a) - place(b))
}

export function withEditedPieceField<Name extends keyof RawPieceInputs>(
  name: Name,
  draft: EditDraft,
  { piece }: PieceWithParts,
  typed: RawPieceInputs[Name],
): EditDraft {
  const { [name]: _, ...others } = draft.piece
  const isAsStored = typed === inputsOf(piece)[name]
  return { ...draft, piece: isAsStored ? others : { ...others, [name]: typed } }
}

export function withEditedPart(
  draft: EditDraft,
  { parts }: PieceWithParts,
  { id, name, tempo }: Pick<PartFormValues, 'id' | 'name' | 'tempo'>,
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

export function withoutPart(draft: EditDraft, { parts }: PieceWithParts, id: PartId): EditDraft {
  const isStored = parts.some(part => part.id === id)
  return {
    ...draft,
    parts: draft.parts.filter(part => part.id !== id),
    added: draft.added.filter(part => part.id !== id),
    removed: isStored ? [...draft.removed, id] : draft.removed,
  }
}

export function withRestoredPart(draft: EditDraft, before: EditDraft, id: PartId): EditDraft {
  const isPart = (part: { id: PartId }) => part.id === id
  const place = before.added.findIndex(isPart)
  return {
    ...draft,
    parts: [...draft.parts, ...before.parts.filter(isPart)],
    added: draft.added.toSpliced(place, 0, ...before.added.filter(isPart)),
    removed: draft.removed.filter(removed => removed !== id),
  }
}

export function withSectionMovedTo(
  draft: EditDraft,
  opened: PieceWithParts,
  id: PartId,
  to: number,
): EditDraft {
  const idsOf = (draft: EditDraft) => createShownFormValues(opened, draft).parts.map(part => part.id)
  const before = idsOf(draft)
  const order = moveListItem(before, before.indexOf(id), to)
  const untouched = { ...draft, order: null }
  return order.join() === idsOf(untouched).join() ? untouched : { ...draft, order }
}

export const isFormValid = ({ piece }: PieceWithParts, form: EditFormValues): boolean =>
  !Object.values(parsePieceInputs(form, piece)).includes(undefined) &&
  form.parts.every(part => parseTypedTempo(part.tempo, part.stored) !== null)

const edited = (typed: string, stored: string) => (typed === stored ? null : typed)

export const isPieceChangedElsewhere = (first: PieceWithParts, now: PieceWithParts): boolean =>
  JSON.stringify(createShownFormValues(first, EMPTY_EDIT_DRAFT)) !==
  JSON.stringify(createShownFormValues(now, EMPTY_EDIT_DRAFT))

export function refreshSectionDraft(entry: SectionDraft, part: PartFormValues | undefined): SectionDraft {
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
