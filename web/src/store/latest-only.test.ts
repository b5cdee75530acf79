import { expect, test } from 'vitest'
import { latestOnly } from './latest-only.ts'

/** A store whose writes end when the test says so. */
function slowStore() {
  const begun: number[] = []
  let end = () => {}
  return {
    begun,
    save: (value: number) => {
      begun.push(value)
      return new Promise<void>(resolve => (end = resolve))
    },
    endWrite: async () => {
      end()
      await Promise.resolve()
      await Promise.resolve()
    },
  }
}

test('[PX9] the first value is written at once', () => {
  const store = slowStore()
  latestOnly(store.save)(72)
  expect(store.begun).toEqual([72])
})

test('[PX9] of the values that come during a write only the newest is written, after it', async () => {
  const store = slowStore()
  const keep = latestOnly(store.save)
  for (const tempo of [72, 73, 74, 75]) keep(tempo)
  expect(store.begun).toEqual([72])
  await store.endWrite()
  expect(store.begun).toEqual([72, 75])
  await store.endWrite()
  keep(80)
  expect(store.begun).toEqual([72, 75, 80])
})
