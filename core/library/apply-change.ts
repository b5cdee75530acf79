import type { Change } from './change.ts'
import { changeKindDefinition } from './change-kinds.ts'
import type { ChangeOutcome } from './change-outcome.ts'
import { createMutableCopy, setRows, type LibraryWithEntries } from './library.ts'

/**
 * Computes the rows that a change writes to a library, or the reason why the change is refused. Devices and the server
 * use the same function (rules LI1-LI12, LI20). It is pure, idempotent and never throws.
 */
export const applyChange = (library: LibraryWithEntries, change: Change): ChangeOutcome =>
  changeKindDefinition(change).apply(library, change)

/** Applies changes in order and returns the resulting library. Skips changes that are refused (rule LI11). */
export function replayChanges(library: LibraryWithEntries, changes: readonly Change[]): LibraryWithEntries {
  if (changes.length === 0) return library
  const after = createMutableCopy(library)
  for (const change of changes) {
    const outcome = applyChange(after, change)
    if (outcome.kind === 'applied') setRows(after, outcome.rows)
  }
  return after
}
