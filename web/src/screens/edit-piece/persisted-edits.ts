import { parsePartId } from '#core/library/piece.ts'
import { readPersistedFields, parsePersistedList } from '#web/kit/parse-persisted.ts'
import { parseSectionDraft } from '#web/kit/sections/section-draft.ts'
import type { FieldEdit, EditDraft } from './edit-draft.ts'
import { PIECE_INPUT_NAMES, PIECE_INPUTS } from './piece-inputs.ts'

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
