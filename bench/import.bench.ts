import type { Library } from '#core/library/library.ts'
import { changeId, NOON } from '#tests/library/builders.ts'
import { EMPTY_COPY } from '#web/store/device-copy.ts'
import { prepareChanges } from '#web/store/prepare-changes.ts'
import { growthOf } from './growth.ts'
import { aPracticedLibrary, practiceInLibrary } from './practiced-library.ts'

export const name = 'an import into a library'

const INTENTIONS = 500
const ENTRIES = 50_000
/** As an import on the account page records them. */
const INTENTIONS_AT_ONCE = 500
const RUNS = 9

/**
 * Milliseconds until an import is judged and laid over the library, in lots of 500 intentions as on the account page.
 * First only the library grows, from 5,000 to 50,000 entries, then only the import, from 500 to 5,000 intentions. Throws
 * if either takes more than twelve times as long (rule LI14).
 */
export async function measure(): Promise<Record<string, number>> {
  return {
    ...(await growthOf(
      '500 intentions over so many entries',
      ENTRIES / 10,
      entries => importInto(aPracticedLibrary(entries), INTENTIONS),
      RUNS,
    )),
    ...(await growthOf(
      'so many intentions over 50,000 entries',
      INTENTIONS,
      intentions => importInto(aPracticedLibrary(ENTRIES), intentions),
      RUNS,
    )),
  }
}

function importInto(library: Library, count: number): number {
  const intentions = Array.from({ length: count }, (_, index) => practiceInLibrary(1_000_000 + index))
  const ids = intentions.map((_, index) => changeId(index))
  const times = intentions.map((_, index) => NOON - index)
  const copyOf = (view: Library, newest: number) => ({ ...EMPTY_COPY, confirmed: library, view, newest })
  let copy = copyOf(library, NOON)
  const started = performance.now()
  for (let from = 0; from < count; from += INTENTIONS_AT_ONCE) {
    const lot = [from, from + INTENTIONS_AT_ONCE] as const
    const prepared = prepareChanges(
      copy,
      intentions.slice(...lot),
      NOON + 1000,
      ids.slice(...lot),
      times.slice(...lot),
    )
    if (prepared.kind === 'refused') throw new Error(prepared.code)
    copy = copyOf(prepared.view, prepared.newest)
  }
  const took = performance.now() - started
  if (copy.view.practice.size !== library.practice.size + count) throw new Error('an entry is missing')
  return took
}
