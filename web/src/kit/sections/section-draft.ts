import { partNameFault, parsePartId, normalizeName, type PartId } from '#core/library/piece.ts'
import { parseBpm, type Bpm } from '#core/music/tempo.ts'
import { readPersistedFields } from '../parse-persisted.ts'
import { parseTypedTempo } from '../music/tempo-rules.ts'

/** The input of the form for a section of a piece, possibly incomplete. `id` is null for a new section. */
export type SectionDraft = {
  readonly id: PartId | null
  readonly name: string
  readonly tempo: string
  /** The tempo stored for the section. It is valid even if it is above 208 bpm. */
  readonly stored?: Bpm
  /** The values with which the form was opened. Present if another device can change the section meanwhile. */
  readonly from?: { readonly name: string; readonly tempo: string }
}

/** The empty input with which the form for a new section starts. */
export const BLANK_SECTION_DRAFT: SectionDraft = { id: null, name: '', tempo: '' }

/**
 * Returns the section described by a draft, with its name normalized. Returns null if the input is incomplete or
 * invalid.
 */
export function sectionFromDraft({
  name,
  tempo,
  stored,
}: SectionDraft): { name: string; currentTempo: Bpm } | null {
  const currentTempo = parseTypedTempo(tempo, stored)
  if (currentTempo === null || partNameFault(name) !== null) return null
  return { name: normalizeName(name), currentTempo }
}

/**
 * Returns true if the form for a section must not be discarded silently, because the section exists already, or
 * because the form for a new section contains input.
 */
export const hasSectionInput = (entry: SectionDraft): boolean =>
  entry.id !== null || normalizeName(entry.name) !== '' || entry.tempo.trim() !== ''

/** Parses the persisted input of the form for a section, which may be incomplete. Returns null if it is invalid. */
export function parseSectionDraft(kept: unknown): SectionDraft | null {
  const { id, name, tempo, stored, from } = readPersistedFields(kept)
  const known = id === null ? null : parsePartId(id)
  if ((known === null && id !== null) || typeof name !== 'string' || typeof tempo !== 'string') return null
  const opened = readPersistedFields(from)
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
