import type { Change } from './change.ts'
import { changeKindDefinition } from './change-kinds.ts'
import type { ChangeOutcome } from './change-outcome.ts'
import { mutableCopy, setRows, type Library } from './library.ts'

/**
 * Computes what a change does to a library, on the device and on the server alike (rules LI1-LI12, LI20). Never throws
 * and changes nothing in place. Applying a change twice has the same effect as applying it once.
 */
export const applyChange = (library: Library, change: Change): ChangeOutcome =>
  changeKindDefinition(change).apply(library, change)

/** Applies changes in order and returns the result. Changes that are rejected are skipped (rule LI11). */
export function replayChanges(library: Library, changes: readonly Change[]): Library {
  if (changes.length === 0) return library
  const after = mutableCopy(library)
  for (const change of changes) {
    const outcome = applyChange(after, change)
    if (outcome.kind === 'applied') setRows(after, outcome.rows)
  }
  return after
}
