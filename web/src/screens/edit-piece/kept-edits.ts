import { parseImportance, parsePartId } from '#core/piece.ts'
import { fieldsIn, parseAll } from '#web/kit/kept-fields.ts'
import { parseSectionEntry } from '#web/kit/section-entry.ts'
import type { Edit, EditDraft } from './edit-draft.ts'

/** What was kept of a form that was left by accident, or null where nobody knows its form (rule EP17). */
export function parseKeptEdits(kept: unknown): EditDraft | null {
  const fields = fieldsIn(kept)
  const name = parseEdit(fields['name'], text)
  const importance = parseEdit(fields['importance'], parseImportance)
  const endTempo = parseEdit(fields['endTempo'], text)
  const parts = parseAll(fields['parts'], parsePartEdits)
  const added = parseAll(fields['added'], parseAdded)
  const removed = parseAll(fields['removed'], parsePartId)
  const entry = fields['entry'] === null ? null : (parseSectionEntry(fields['entry']) ?? undefined)
  if (name === undefined || importance === undefined || endTempo === undefined || entry === undefined)
    return null
  if (parts === null || added === null || removed === null) return null
  return { name, importance, endTempo, parts, added, removed, entry }
}

/** Null where the field was not touched, undefined where what was kept is no edit. */
function parseEdit<T>(kept: unknown, parse: (value: unknown) => T | null): Edit<T> | null | undefined {
  if (kept === null) return null
  const fields = fieldsIn(kept)
  const typed = parse(fields['typed'])
  const from = parse(fields['from'])
  return typed === null || from === null ? undefined : { typed, from }
}

function parsePartEdits(kept: unknown) {
  const fields = fieldsIn(kept)
  const id = parsePartId(fields['id'])
  const name = parseEdit(fields['name'], text)
  const tempo = parseEdit(fields['tempo'], text)
  return id === null || name === undefined || tempo === undefined ? null : { id, name, tempo }
}

function parseAdded(kept: unknown) {
  const fields = fieldsIn(kept)
  const id = parsePartId(fields['id'])
  const name = text(fields['name'])
  const tempo = text(fields['tempo'])
  return id === null || name === null || tempo === null ? null : { id, name, tempo }
}

const text = (value: unknown) => (typeof value === 'string' ? value : null)
