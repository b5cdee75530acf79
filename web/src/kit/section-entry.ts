import { faultOfPartName, parsePartId, tidiedName, type PartId } from '#core/piece.ts'
import { parseBpm, type Bpm } from '#core/tempo.ts'
import { fieldsIn } from './kept-fields.ts'
import { typedTempo } from './tempo-rules.ts'

/** What stands in the form for one section: a new one where `id` is null, else the one that is being changed. */
export type SectionEntry = {
  readonly id: PartId | null
  readonly name: string
  readonly tempo: string
  /** The tempo the section was opened with; it may be above 208 and is always taken back. */
  readonly stored?: Bpm
  /** What the form was opened with, where the section may change meanwhile. */
  readonly from?: { readonly name: string; readonly tempo: string }
}

export const BLANK_ENTRY: SectionEntry = { id: null, name: '', tempo: '' }

/** The section a form stands for, its name tidied, or null while it is not complete. */
export function sectionOf({ name, tempo, stored }: SectionEntry): { name: string; currentTempo: Bpm } | null {
  const currentTempo = typedTempo(tempo, stored)
  if (currentTempo === null || faultOfPartName(name) !== null) return null
  return { name: tidiedName(name), currentTempo }
}

/** Is something in the form that leaving it would lose? */
export const isPending = (entry: SectionEntry): boolean =>
  entry.id !== null || tidiedName(entry.name) !== '' || entry.tempo.trim() !== ''

/** An entry as it was kept, or null where nobody knows its form. */
export function parseSectionEntry(kept: unknown): SectionEntry | null {
  const { id, name, tempo, stored, from } = fieldsIn(kept)
  const known = id === null ? null : parsePartId(id)
  if ((known === null && id !== null) || typeof name !== 'string' || typeof tempo !== 'string') return null
  const opened = fieldsIn(from)
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
