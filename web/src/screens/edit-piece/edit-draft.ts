import type { Library } from '#core/library/library.ts'
import {
  pieceNameFault,
  type Importance,
  type Part,
  type PartId,
  type Piece,
  type PieceId,
} from '#core/library/piece.ts'
import type { Bpm } from '#core/music/tempo.ts'
import { withEntryMoved } from '#web/kit/drag-order.ts'
import type { SectionDraft } from '#web/kit/section-draft.ts'
import { parseTypedTempo } from '#web/kit/music/tempo-rules.ts'

/** A stored piece, deleted or not, and its living parts in order. */
export type PieceWithParts = { readonly piece: Piece; readonly parts: readonly Part[] }

/** Finds a piece, even a deleted one, because its form may still be open; null if it never existed. */
export function findPieceWithParts({ pieces, parts }: Library, id: PieceId): PieceWithParts | null {
  const piece = pieces.get(id)
  if (piece === undefined) return null
  const living = [...parts.values()].filter(part => part.pieceId === id && part.deletedAt === null)
  return { piece, parts: living.toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1)) }
}

/** A touched field: its input, and the stored value when it was touched first. */
export type Edit<T> = { readonly typed: T; readonly from: T }

type PartEdits = {
  readonly id: PartId
  readonly name: Edit<string> | null
  readonly tempo: Edit<string> | null
}
type AddedPart = { readonly id: PartId; readonly name: string; readonly tempo: string }

/**
 * The touched fields only, so that changes from other devices appear immediately in untouched fields, and only touched
 * ones overwrite them (rules EP3, EP13).
 */
export type EditDraft = {
  readonly name: Edit<string> | null
  readonly importance: Edit<Importance> | null
  readonly endTempo: Edit<string> | null
  readonly onHold: Edit<boolean> | null
  readonly parts: readonly PartEdits[]
  readonly added: readonly AddedPart[]
  readonly removed: readonly PartId[]
  /** The order of the sections after one was moved. Those that are not in it come behind the others. */
  readonly order: readonly PartId[] | null
  /** Input of the section form while it replaces the screen. */
  readonly entry: SectionDraft | null
}

/** The draft of a form in which nothing was edited. */
export const UNTOUCHED_EDIT: EditDraft = {
  name: null,
  importance: null,
  endTempo: null,
  onHold: null,
  parts: [],
  added: [],
  removed: [],
  order: null,
  entry: null,
}

/** Returns whether discarding the draft would lose input. */
export const hasUnsavedEdits = ({
  name,
  importance,
  endTempo,
  onHold,
  parts,
  added,
  removed,
  order,
  entry,
}: EditDraft): boolean =>
  name !== null ||
  importance !== null ||
  endTempo !== null ||
  onHold !== null ||
  order !== null ||
  entry !== null ||
  [parts, added, removed].some(list => list.length > 0)

/** A part as the form shows it: the unnamed only part, a section, or a newly added section. */
export type FormPart = {
  readonly id: PartId
  readonly name: string | null
  readonly tempo: string
  /** The stored tempo; undefined for a new section. */
  readonly stored?: Bpm
}

/** The values that the form shows. */
export type EditFormValues = {
  readonly name: string
  readonly importance: Importance
  readonly endTempo: string
  readonly onHold: boolean
  readonly parts: readonly FormPart[]
}

/** Returns the current piece with the draft's input applied. */
export function formValues({ piece, parts }: PieceWithParts, draft: EditDraft): EditFormValues {
  const kept = parts.filter(part => !draft.removed.includes(part.id))
  return {
    name: draft.name?.typed ?? piece.name,
    importance: draft.importance?.typed ?? piece.importance,
    endTempo: draft.endTempo?.typed ?? String(piece.endTempo),
    onHold: draft.onHold?.typed ?? piece.onHold,
    parts: inOrder(draft.order, [
      ...kept.map(({ id, name, currentTempo }) => {
        const edits = draft.parts.find(known => known.id === id)
        const tempo = edits?.tempo?.typed ?? String(currentTempo)
        // A whole piece has a name for its part only where it is being split (rule EP24).
        return { id, name: edits?.name?.typed ?? name, tempo, stored: currentTempo }
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

/** Returns the draft with a typed name of the piece. */
export const withName = (draft: EditDraft, { piece }: PieceWithParts, typed: string): EditDraft => ({
  ...draft,
  name: edited(draft.name, typed, piece.name),
})

/** Returns the draft with a chosen importance. */
export const withImportance = (
  draft: EditDraft,
  { piece }: PieceWithParts,
  typed: Importance,
): EditDraft => ({
  ...draft,
  importance: edited(draft.importance, typed, piece.importance),
})

/** Returns the draft with a typed goal tempo. */
export const withEndTempo = (draft: EditDraft, { piece }: PieceWithParts, typed: string): EditDraft => ({
  ...draft,
  endTempo: edited(draft.endTempo, typed, String(piece.endTempo)),
})

/** Returns the draft with the piece on hold or not (rule EP30). */
export const withOnHold = (draft: EditDraft, { piece }: PieceWithParts, typed: boolean): EditDraft => ({
  ...draft,
  onHold: edited(draft.onHold, typed, piece.onHold),
})

/** Returns the draft with a part's input; an unknown part counts as added. */
export function withPart(
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
  const before = draft.parts.find(part => part.id === id)
  const edits: PartEdits = {
    id,
    name: name === null ? null : edited(before?.name ?? null, name, stored.name ?? ''),
    tempo: edited(before?.tempo ?? null, tempo, String(stored.currentTempo)),
  }
  const others = draft.parts.filter(part => part.id !== id)
  const isAsStored = edits.name === null && edits.tempo === null
  return { ...draft, parts: isAsStored ? others : [...others, edits] }
}

/** Returns the draft without a part, stored or added. */
export function withoutPart(draft: EditDraft, { parts }: PieceWithParts, id: PartId): EditDraft {
  const isStored = parts.some(part => part.id === id)
  return {
    ...draft,
    parts: draft.parts.filter(part => part.id !== id),
    added: draft.added.filter(part => part.id !== id),
    removed: isStored ? [...draft.removed, id] : draft.removed,
  }
}

/** Returns the draft with a section moved to a place, counted from 0 (rule EP22). */
export function withPlace(draft: EditDraft, opened: PieceWithParts, id: PartId, to: number): EditDraft {
  const idsOf = (draft: EditDraft) => formValues(opened, draft).parts.map(part => part.id)
  const before = idsOf(draft)
  const order = withEntryMoved(before, before.indexOf(id), to)
  const untouched = { ...draft, order: null }
  return order.join() === idsOf(untouched).join() ? untouched : { ...draft, order }
}

/** Returns the draft with a part back in it that `before` still had, with its input and at its place (rule EP26). */
export function withPartBack(draft: EditDraft, before: EditDraft, id: PartId): EditDraft {
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

/** Returns whether the form may be saved (rule EP2). */
export function isFormValid({ piece }: PieceWithParts, form: EditFormValues): boolean {
  return (
    pieceNameFault(form.name) === null &&
    parseTypedTempo(form.endTempo, piece.endTempo) !== null &&
    form.parts.every(part => parseTypedTempo(part.tempo, part.stored) !== null)
  )
}

function edited<T>(before: Edit<T> | null, typed: T, now: T): Edit<T> | null {
  return typed === now ? null : { typed, from: before?.from ?? now }
}
