import type { ExportedPart, ExportedPiece, ExportedPractice } from './export-format.ts'
import type { Placed } from './import-export.ts'
import type { EntryFaultCode } from './import-fault.ts'
import type { newReport } from './import-plan.ts'
import type { TrialLibrary } from './import-trial.ts'
import type { Library } from './library.ts'
import type { PartId, PracticeId } from './piece.ts'

/** What planning a piece of an export needs beside the piece. */
export type Planning = {
  readonly trial: TrialLibrary
  readonly library: Library
  /** The file is the user's own: what is in it and not here was deleted here. */
  readonly isOwn: boolean
  readonly report: ReturnType<typeof newReport>
}

/** A section of the file: under which id it is wanted here, and which of its entries are not here yet. */
export type WantedPart = {
  readonly placed: Placed<ExportedPart>
  readonly id: PartId
  /** Does the musician see it as a section? Not what was deleted, nor the nameless part of a piece without sections. */
  readonly isSection: boolean
  readonly missing: readonly Placed<ExportedPractice>[]
}

/** Is a practice entry here already, with whatever piece? */
export const isHere = ({ library }: Planning, entry: ExportedPractice) =>
  library.practice.has(entry.id as PracticeId)

/** Notes what is wrong with a row of the file. */
export function tell(
  { report }: Planning,
  list: 'pieces' | 'parts' | 'practice',
  { row, number }: Placed<ExportedPiece | ExportedPart | ExportedPractice>,
  code: EntryFaultCode,
): void {
  const found = 'name' in row ? (row.name ?? '') : ''
  report.faults.push({ where: { kind: 'entry', list, number }, code, found })
}

/** A section whose history is here already, under its old id, has rested since it was last practiced (rule EX10). */
export const restsSince = ({ placed: { row }, missing }: WantedPart) =>
  missing.length === 0 ? Math.max(row.createdAt, row.lastPracticed ?? 0) : row.createdAt
