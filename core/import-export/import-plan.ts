import type { PastIntention } from '#core/library/change.ts'
import type { ImportEntryFault } from './import-fault.ts'

/** Numbers of pieces, sections and practice entries. */
export type ImportCounts = { readonly pieces: number; readonly sections: number; readonly practice: number }

/**
 * One change that an import will record. If `joined` is true, it is stored together with the previous one or not at
 * all.
 */
export type ImportStep = PastIntention & { readonly joined: boolean }

/** The changes of an import with a summary, which is shown before the import starts (rule EX9). */
export type ImportPlan = {
  /** The changes in order. Each is valid after the previous ones. */
  readonly steps: readonly ImportStep[]
  readonly added: ImportCounts
  /** The number of added pieces that were deleted here before. */
  readonly returning: number
  readonly known: ImportCounts
  /** What the user's plan does not allow. */
  readonly refused: ImportCounts
  /** The names of all added and all refused pieces. */
  readonly names: { readonly added: readonly string[]; readonly refused: readonly string[] }
  readonly faults: readonly ImportEntryFault[]
}

/** Creates the empty counts and lists that the planning functions fill. */
export const createEmptyImportReport = () => ({
  added: { pieces: 0, sections: 0, practice: 0 },
  returning: 0,
  known: { pieces: 0, sections: 0, practice: 0 },
  refused: { pieces: 0, sections: 0, practice: 0 },
  names: { added: [] as string[], refused: [] as string[] },
  faults: [] as ImportEntryFault[],
})

/**
 * Splits the steps into batches of about `most`. Joined steps stay in one batch, so that an interrupted import leaves
 * only whole pieces and importing again completes it (rule EX9).
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
