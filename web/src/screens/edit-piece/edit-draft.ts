import type { Library } from '#core/library.ts'
import {
  faultOfPieceName,
  type Importance,
  type Part,
  type PartId,
  type Piece,
  type PieceId,
} from '#core/piece.ts'
import type { Bpm } from '#core/tempo.ts'
import type { SectionEntry } from '#web/kit/section-entry.ts'
import { typedTempo } from '#web/kit/tempo-rules.ts'

/** A piece as it is stored now, deleted or not, and its living parts in their order. */
export type Opened = { readonly piece: Piece; readonly parts: readonly Part[] }

/** A piece of a library, also where it was deleted: its form may still be open. Null where there never was one. */
export function openedPiece({ pieces, parts }: Library, id: PieceId): Opened | null {
  const piece = pieces.get(id)
  if (piece === undefined) return null
  const living = [...parts.values()].filter(part => part.pieceId === id && part.deletedAt === null)
  return { piece, parts: living.toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1)) }
}

/** A field that was touched: what stands there, and what was stored when it was touched first. */
export type Edit<T> = { readonly typed: T; readonly from: T }

type PartEdits = {
  readonly id: PartId
  readonly name: Edit<string> | null
  readonly tempo: Edit<string> | null
}
type AddedPart = { readonly id: PartId; readonly name: string; readonly tempo: string }

/**
 * What was touched in the form and nothing else: so what another device changes meanwhile shows at once where nobody
 * typed, and is written over only where somebody did (rules EP3, EP13).
 */
export type EditDraft = {
  readonly name: Edit<string> | null
  readonly importance: Edit<Importance> | null
  readonly endTempo: Edit<string> | null
  readonly parts: readonly PartEdits[]
  readonly added: readonly AddedPart[]
  readonly removed: readonly PartId[]
  /** What stands in the form of a section while that takes the screen's place. */
  readonly entry: SectionEntry | null
}

export const UNTOUCHED: EditDraft = {
  name: null,
  importance: null,
  endTempo: null,
  parts: [],
  added: [],
  removed: [],
  entry: null,
}

/** Would anything be lost with this draft? */
export const isTouched = ({ name, importance, endTempo, parts, added, removed, entry }: EditDraft): boolean =>
  name !== null ||
  importance !== null ||
  endTempo !== null ||
  entry !== null ||
  [parts, added, removed].some(list => list.length > 0)

/** A part as the form shows it: a nameless one, a section, or a section that was added here. */
export type FormPart = {
  readonly id: PartId
  readonly name: string | null
  readonly tempo: string
  /** What is stored; undefined where it was added here. */
  readonly stored?: Bpm
}

/** What the form shows. */
export type Form = {
  readonly name: string
  readonly importance: Importance
  readonly endTempo: string
  readonly parts: readonly FormPart[]
}

/** The piece as it is now, with what was touched over it. */
export function formOf({ piece, parts }: Opened, draft: EditDraft): Form {
  const kept = parts.filter(part => !draft.removed.includes(part.id))
  return {
    name: draft.name?.typed ?? piece.name,
    importance: draft.importance?.typed ?? piece.importance,
    endTempo: draft.endTempo?.typed ?? String(piece.endTempo),
    parts: [
      ...kept.map(({ id, name, currentTempo }) => {
        const edits = draft.parts.find(known => known.id === id)
        const tempo = edits?.tempo?.typed ?? String(currentTempo)
        return { id, name: name === null ? null : (edits?.name?.typed ?? name), tempo, stored: currentTempo }
      }),
      ...draft.added,
    ],
  }
}

export const withName = (draft: EditDraft, { piece }: Opened, typed: string): EditDraft => ({
  ...draft,
  name: edited(draft.name, typed, piece.name),
})

export const withImportance = (draft: EditDraft, { piece }: Opened, typed: Importance): EditDraft => ({
  ...draft,
  importance: edited(draft.importance, typed, piece.importance),
})

export const withEndTempo = (draft: EditDraft, { piece }: Opened, typed: string): EditDraft => ({
  ...draft,
  endTempo: edited(draft.endTempo, typed, String(piece.endTempo)),
})

/** With a part as it was typed; one that is not stored counts as added. */
export function withPart(
  draft: EditDraft,
  { parts }: Opened,
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

/** Without a part, stored or added. */
export function withoutPart(draft: EditDraft, { parts }: Opened, id: PartId): EditDraft {
  const isStored = parts.some(part => part.id === id)
  return {
    ...draft,
    parts: draft.parts.filter(part => part.id !== id),
    added: draft.added.filter(part => part.id !== id),
    removed: isStored ? [...draft.removed, id] : draft.removed,
  }
}

/** May the form be saved (rule EP2)? */
export function isFormValid({ piece }: Opened, form: Form): boolean {
  return (
    faultOfPieceName(form.name) === null &&
    typedTempo(form.endTempo, piece.endTempo) !== null &&
    form.parts.every(part => typedTempo(part.tempo, part.stored) !== null)
  )
}

function edited<T>(before: Edit<T> | null, typed: T, now: T): Edit<T> | null {
  return typed === now ? null : { typed, from: before?.from ?? now }
}
