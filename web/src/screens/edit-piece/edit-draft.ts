import type { Library } from '#core/library/library.ts'
import { parsePartId, type Part, type PartId, type Piece, type PieceId } from '#core/library/piece.ts'
import type { Bpm } from '#core/music/tempo.ts'
import { moveListItem } from '#web/kit/sections/drag-order.ts'
import { parseSectionDraft, type SectionDraft } from '#web/kit/sections/section-form.tsx'
import { parseTypedTempo } from '#web/kit/music/tempo-rules.ts'
import { readPersistedFields, parsePersistedList } from '#web/kit/parse-persisted.ts'
import {
  isInputValid,
  PIECE_INPUT_NAMES,
  PIECE_INPUTS,
  shownInputs,
  shownInput,
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

/** An edited field: its current input, and the stored value when the user began to edit the field. */
export type FieldEdit<T> = { readonly typed: T; readonly from: T }

type PartEdits = {
  readonly id: PartId
  readonly name: FieldEdit<string> | null
  readonly tempo: FieldEdit<string> | null
}
type AddedPart = { readonly id: PartId; readonly name: string; readonly tempo: string }

/**
 * The edited fields of the form for a piece. A field that the user has not edited is null. The form then shows its
 * stored value, including changes from other devices, and saving does not overwrite it (rules EP3, EP13).
 */
export type EditDraft = {
  readonly piece: { readonly [Name in PieceInputName]?: FieldEdit<PieceInputs[Name]> }
  readonly parts: readonly PartEdits[]
  readonly added: readonly AddedPart[]
  readonly removed: readonly PartId[]
  /** The ids of the sections in their new order, or null if none was moved. Sections that are not listed come last. */
  readonly order: readonly PartId[] | null
  /** Input of the section form while that form replaces the form of the piece; otherwise null. */
  readonly entry: SectionDraft | null
}

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
    ...Object.fromEntries(Object.entries(draft.piece).map(([name, { typed }]) => [name, typed])),
    parts: inOrder(draft.order, [
      ...kept.map(({ id, name, currentTempo }) => {
        const edits = draft.parts.find(known => known.id === id)
        const tempo = edits?.tempo?.typed ?? String(currentTempo)
        // The only part of a piece has a name only while the piece is being split (rule EP23).
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

/** Returns a copy of the draft (the edited fields of the form) with a changed input of a field of the piece. */
export function withEdited<Name extends PieceInputName>(
  name: Name,
  draft: EditDraft,
  { piece }: PieceWithParts,
  typed: PieceInputs[Name],
): EditDraft {
  const { [name]: before, ...others } = draft.piece
  const edit = edited(before ?? null, typed, PIECE_INPUTS[name].show(piece))
  return { ...draft, piece: edit === null ? others : { ...draft.piece, [name]: edit } }
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

function edited<T>(before: FieldEdit<T> | null, typed: T, now: T): FieldEdit<T> | null {
  return typed === now ? null : { typed, from: before?.from ?? now }
}

/**
 * Returns the stored value of a field if the user has edited the field, and another device or tab has changed the value
 * since the user began to edit it. Otherwise returns null. Also returns null if the user has entered the same value as
 * the other device or tab.
 */
export const conflictingValue = <T>(edit: FieldEdit<T> | null | undefined, now: T): T | null =>
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
      name => conflictingValue<unknown>(draft.piece[name], shownInput(name, now.piece)) !== null,
    ) ||
    draft.parts.some(edits => {
      const part = now.parts.find(({ id }) => id === edits.id)
      return (
        part === undefined ||
        conflictingValue(edits.name, part.name ?? '') !== null ||
        conflictingValue(edits.tempo, String(part.currentTempo)) !== null
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

/**
 * Parses the persisted draft (the edited fields) of the form for a piece. Returns null if the draft is invalid (rule
 * ST16).
 */
export function parsePersistedEdits(kept: unknown): EditDraft | null {
  const fields = readPersistedFields(kept)
  const piece = parseInputs(fields['piece'])
  const parts = parsePersistedList(fields['parts'], parsePartEdits)
  const added = parsePersistedList(fields['added'], parseAdded)
  const removed = parsePersistedList(fields['removed'], parsePartId)
  const order = fields['order'] === null ? [] : parsePersistedList(fields['order'], parsePartId)
  const entry = fields['entry'] === null ? null : (parseSectionDraft(fields['entry']) ?? undefined)
  if (piece === null || entry === undefined) return null
  if (parts === null || added === null || removed === null || order === null) return null
  const moved = order.length === 0 ? null : order
  return { piece, parts, added, removed, order: moved, entry }
}

/** Returns null if an input is invalid. */
function parseInputs(kept: unknown): EditDraft['piece'] | null {
  if (typeof kept !== 'object' || kept === null) return null
  const fields = readPersistedFields(kept)
  const edits = PIECE_INPUT_NAMES.filter(name => fields[name] !== undefined).map(
    name => [name, parseEdit<unknown>(fields[name], PIECE_INPUTS[name].parse)] as const,
  )
  return edits.some(([, edit]) => edit == null) ? null : Object.fromEntries(edits)
}

/** Returns null if the field was not touched, or undefined if the persisted value is invalid. */
function parseEdit<T>(kept: unknown, parse: (value: unknown) => T | null): FieldEdit<T> | null | undefined {
  if (kept === null) return null
  const fields = readPersistedFields(kept)
  const typed = parse(fields['typed'])
  const from = parse(fields['from'])
  return typed === null || from === null ? undefined : { typed, from }
}

function parsePartEdits(kept: unknown) {
  const fields = readPersistedFields(kept)
  const id = parsePartId(fields['id'])
  const name = parseEdit(fields['name'], text)
  const tempo = parseEdit(fields['tempo'], text)
  return id === null || name === undefined || tempo === undefined ? null : { id, name, tempo }
}

function parseAdded(kept: unknown) {
  const fields = readPersistedFields(kept)
  const id = parsePartId(fields['id'])
  const name = text(fields['name'])
  const tempo = text(fields['tempo'])
  return id === null || name === null || tempo === null ? null : { id, name, tempo }
}

const text = (value: unknown) => (typeof value === 'string' ? value : null)
