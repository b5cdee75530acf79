import type { Library } from '#core/library/library.ts'
import { changeId, NOON } from '#tests/library/builders.ts'
import { EMPTY_DEVICE_COPY } from '#web/store/device-copy.ts'
import { prepareChanges } from '#web/store/prepare-changes.ts'
import { measureTimeGrowth } from './growth.ts'
import { aPracticedLibrary, practiceInLibrary } from './practiced-library.ts'

export const name = 'an import into a library'

/** As an import on the account page records them at once. */
const INTENTIONS = 500
const ENTRIES = 5_000
const RUNS = 9

/**
 * Measures the milliseconds until 500 intentions are judged and laid over a library of 5,000 and of 50,000 entries.
 * Throws if the larger one takes more than twelve times as long (rule LI14). How an import itself grows is measured on a
 * device (outbox.bench.ts).
 */
export const measure = (): Promise<Record<string, number>> =>
  measureTimeGrowth(
    '500 intentions over so many entries',
    ENTRIES,
    entries => importInto(aPracticedLibrary(entries)),
    RUNS,
  )

function importInto(library: Library): number {
  const intentions = Array.from({ length: INTENTIONS }, (_, index) => practiceInLibrary(1_000_000 + index))
  const ids = intentions.map((_, index) => changeId(index))
  const times = intentions.map((_, index) => NOON - index)
  const copy = { ...EMPTY_DEVICE_COPY, confirmed: library, view: library, newest: NOON }
  const started = performance.now()
  const prepared = prepareChanges(copy, intentions, NOON + 1000, ids, times)
  const took = performance.now() - started
  if (prepared.kind === 'refused') throw new Error(prepared.code)
  if (prepared.view.practice.size !== library.practice.size + INTENTIONS)
    throw new Error('an entry is missing')
  return took
}
