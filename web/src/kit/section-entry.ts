import { faultOfPartName, tidiedName, type PartId } from '#core/piece.ts'
import type { Bpm } from '#core/tempo.ts'
import { typedTempo } from './tempo-rules.ts'

/** What stands in the form for one section: a new one where `id` is null, else the one that is being changed. */
export type SectionEntry = {
  readonly id: PartId | null
  readonly name: string
  readonly tempo: number | null
  /** The tempo the section was opened with; it may be above 208 and is always taken back. */
  readonly stored?: Bpm
}

export const BLANK_ENTRY: SectionEntry = { id: null, name: '', tempo: null }

/** The section a form stands for, its name tidied, or null while it is not complete. */
export function sectionOf({ name, tempo, stored }: SectionEntry): { name: string; currentTempo: Bpm } | null {
  const currentTempo = typedTempo(tempo, stored)
  if (currentTempo === null || faultOfPartName(name) !== null) return null
  return { name: tidiedName(name), currentTempo }
}

/** Is something in the form that leaving it would lose? */
export const isPending = (entry: SectionEntry): boolean =>
  entry.id !== null || tidiedName(entry.name) !== '' || entry.tempo !== null
