import type { PastIntention } from './change.ts'
import type { EntryFault } from './import-fault.ts'

/** How many of each. */
export type Tally = { readonly pieces: number; readonly sections: number; readonly practice: number }

/** One thing to record; a joined one is stored with the one before it or not at all. */
export type ImportStep = PastIntention & { readonly joined: boolean }

/** What an import would do, to be looked at before it is done (rule EX9). */
export type ImportPlan = {
  /** What is to be recorded, in this order; each is valid after those before it. */
  readonly steps: readonly ImportStep[]
  readonly added: Tally
  /** Those of the added pieces that were deleted here. */
  readonly returning: number
  readonly known: Tally
  /** What the plan of the user has no room for. */
  readonly refused: Tally
  /** The names of added and of refused pieces, as many as there are. */
  readonly names: { readonly added: readonly string[]; readonly refused: readonly string[] }
  readonly faults: readonly EntryFault[]
}

/** A plan while it is made. */
export const newReport = () => ({
  added: { pieces: 0, sections: 0, practice: 0 },
  returning: 0,
  known: { pieces: 0, sections: 0, practice: 0 },
  refused: { pieces: 0, sections: 0, practice: 0 },
  names: { added: [] as string[], refused: [] as string[] },
  faults: [] as EntryFault[],
})

/**
 * The steps in lots that are stored one after the other, about `most` in each: wherever it is interrupted, what is
 * stored is whole, and the same import goes on from there (rule EX9).
 */
export function lotsOf(steps: readonly ImportStep[], most: number): readonly (readonly ImportStep[])[] {
  const lots: ImportStep[][] = []
  for (const step of steps) {
    const lot = lots.at(-1)
    if (lot === undefined || (lot.length >= most && !step.joined)) lots.push([step])
    else lot.push(step)
  }
  return lots
}
