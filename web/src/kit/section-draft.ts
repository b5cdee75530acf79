import { partNameFault, parsePartId, normalizeName, type PartId } from '#core/library/piece.ts'
import { parseBpm, type Bpm } from '#core/music/tempo.ts'
import { persistedFields } from './parse-persisted.ts'
import { parseTypedTempo } from './music/tempo-rules.ts'

/** Input of the form for one section: a new one if `id` is null, otherwise the one being edited. */
export type SectionDraft = {
  readonly id: PartId | null
  readonly name: string
  readonly tempo: string
  /** The stored tempo, which may be above 208 and is always accepted. */
  readonly stored?: Bpm
  /** The initial values, if the section may change elsewhere meanwhile. */
  readonly from?: { readonly name: string; readonly tempo: string }
}

/** The draft of a section in which nothing was entered. */
export const BLANK_SECTION: SectionDraft = { id: null, name: '', tempo: '' }

/** Returns the section with its name normalized, or null while the input is incomplete. */
export function parseSection({
  name,
  tempo,
  stored,
}: SectionDraft): { name: string; currentTempo: Bpm } | null {
  const currentTempo = parseTypedTempo(tempo, stored)
  if (currentTempo === null || partNameFault(name) !== null) return null
  return { name: normalizeName(name), currentTempo }
}

/** Returns whether leaving the form would lose input. */
export const hasUnsavedInput = (entry: SectionDraft): boolean =>
  entry.id !== null || normalizeName(entry.name) !== '' || entry.tempo.trim() !== ''

/** Parses a persisted section draft, or returns null if it is invalid. */
export function parseSectionDraft(kept: unknown): SectionDraft | null {
  const { id, name, tempo, stored, from } = persistedFields(kept)
  const known = id === null ? null : parsePartId(id)
  if ((known === null && id !== null) || typeof name !== 'string' || typeof tempo !== 'string') return null
  const opened = persistedFields(from)
  const parsedStored = parseBpm(stored)
  return {
    id: known,
    name,
    tempo,
    ...(parsedStored !== null && { stored: parsedStored }),
    ...(typeof opened['name'] === 'string' &&
      typeof opened['tempo'] === 'string' && { from: { name: opened['name'], tempo: opened['tempo'] } }),
  }
}
