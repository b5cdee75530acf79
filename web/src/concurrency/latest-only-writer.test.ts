import { expect, test, vi } from 'vitest'
import { createLatestOnlyWriter, flushWaitingWrites } from './latest-only-writer.ts'

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
  createLatestOnlyWriter(store.save).save(72)
  expect(store.begun).toEqual([72])
})

test('[PX9] of the values that come during a write only the newest is written, after it', async () => {
  const store = slowStore()
  const { save: keep } = createLatestOnlyWriter(store.save)
  for (const tempo of [72, 73, 74, 75]) keep(tempo)
  expect(store.begun).toEqual([72])
  await store.endWrite()
  expect(store.begun).toEqual([72, 75])
  await store.endWrite()
  keep(80)
  expect(store.begun).toEqual([72, 75, 80])
})

test('[ST22] other work waits for what was given before it, and drops what was given since', async () => {
  const store = slowStore()
  const { save, runExclusive } = createLatestOnlyWriter(store.save)
  for (const tempo of [72, 73]) save(tempo)
  const saving = Promise.withResolvers<void>()
  const work = vi.fn(async (drop: () => void) => {
    await saving.promise
    drop()
  })
  const done = runExclusive(work)
  await store.endWrite()
  expect(store.begun).toEqual([72, 73])
  expect(work).not.toHaveBeenCalled()
  await store.endWrite()
  expect(work).toHaveBeenCalled()
  for (const tempo of [74, 75]) save(tempo)
  saving.resolve()
  await done
  save(80)
  await store.endWrite()
  expect(store.begun).toEqual([72, 73, 80])
})

test('[ST22] after other work that failed, what was given since is written', async () => {
  const store = slowStore()
  const { save, runExclusive } = createLatestOnlyWriter(store.save)
  const work = runExclusive(async () => {
    save(74)
    throw new Error('full')
  })
  await expect(work).rejects.toThrow('full')
  expect(store.begun).toEqual([74])
})

test('[ST26] a page that leaves writes the newest value at once, beside the older one, and only once', async () => {
  const store = slowStore()
  const { save } = createLatestOnlyWriter(store.save)
  for (const tempo of [72, 73, 74]) save(tempo)
  flushWaitingWrites()
  expect(store.begun).toEqual([72, 74])
  flushWaitingWrites()
  await store.endWrite()
  expect(store.begun).toEqual([72, 74])
})

test('[ST22][ST26] a page that leaves while other work runs writes nothing older over what that stores', async () => {
  const store = slowStore()
  const { save, runExclusive } = createLatestOnlyWriter(store.save)
  const working = Promise.withResolvers<void>()
  const done = runExclusive(async drop => {
    await working.promise
    drop()
  })
  save(72)
  flushWaitingWrites()
  expect(store.begun).toEqual([])
  working.resolve()
  await done
  flushWaitingWrites()
  expect(store.begun).toEqual([])
})
