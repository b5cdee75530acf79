import type { PastIntention } from '#core/library/change.ts'
import type { ImportEntryFault } from './import-fault.ts'

/** Numbers of pieces, sections and practice entries, as the summary of an import shows them. */
export type ImportCounts = { readonly pieces: number; readonly sections: number; readonly practice: number }

/**
 * One change of an import plan. If `joined` is true, the change must be stored in the same transaction as the previous
 * one.
 */
export type ImportStep = PastIntention & { readonly joined: boolean }

/**
 * The plan of an import: the changes to make (`steps`), and the summary that is shown before the import starts (rule
 * EX9).
 */
export type ImportPlan = {
  /** The changes in order. Each is valid after the previous ones. */
  readonly steps: readonly ImportStep[]
  readonly added: ImportCounts
  /** The number of added pieces that the user had deleted before. */
  readonly returning: number
  readonly known: ImportCounts
  /** The additions that the user's plan does not allow. */
  readonly refused: ImportCounts
  /** The names of all added and all refused pieces. */
  readonly names: { readonly added: readonly string[]; readonly refused: readonly string[] }
  /** Names to be added of which a spreadsheet or a damaged file may have made something else (rule EX14). */
  readonly doubtful: readonly string[]
  readonly faults: readonly ImportEntryFault[]
}

/**
 * Creates an import report with zero counts and the faults found in the file, to which the planning functions add. The
 * report contains everything in an import plan except its steps and what follows from them.
 */
export const createImportReport = (faults: readonly ImportEntryFault[]) => ({
  added: { pieces: 0, sections: 0, practice: 0 },
  returning: 0,
  known: { pieces: 0, sections: 0, practice: 0 },
  refused: { pieces: 0, sections: 0, practice: 0 },
  names: { added: [] as string[], refused: [] as string[] },
  faults: [...faults],
})

/**
 * Splits the steps of an import into batches of `most` steps each. A batch is longer if joined steps would be separated
 * otherwise, and the last batch may be shorter. An interrupted import therefore stores only complete pieces and can be
 * repeated (rule EX9).
 */
export function splitImportIntoBatches(
  steps: readonly ImportStep[],
  most: number,
): readonly (readonly ImportStep[])[] {
  const lots: ImportStep[][] = []
  for (const step of steps) {
    const lot = lots.at(-1)
    if (lot === undefined || (lot.length >= most && !step.joined)) lots.push([step])
    else lot.push(step)
  }
  return lots
}
