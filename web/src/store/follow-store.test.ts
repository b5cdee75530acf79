import { expect, test } from 'vitest'
import { createObservable } from '#web/concurrency/observable.ts'
import { followStore } from './device-library.ts'
import type { OpenStore } from './store-interface.ts'

/** Until everything that was promised has happened. */
const settled = () => new Promise(resolve => setTimeout(resolve))

/** Follows a store whose readings end when the test says what they find. */
function aFollowedStore() {
  const copy = createObservable({})
  const readings: ((found: string) => void)[] = []
  const shown: string[] = []
  const stop = followStore(
    { copy } as unknown as OpenStore,
    () => new Promise<string>(resolve => readings.push(resolve)),
    found => shown.push(found),
  )
  return { change: () => copy.set({}), readings, shown, stop }
}

test('the database is read at once, and once more for all changes that come during a reading', async () => {
  const { change, readings, shown } = aFollowedStore()
  for (let changes = 0; changes < 3; changes += 1) change()
  expect(readings).toHaveLength(1)
  readings[0]?.('before')
  await settled()
  expect(readings).toHaveLength(2)
  readings[1]?.('after')
  await settled()
  change()
  expect([readings.length, shown]).toEqual([3, ['before', 'after']])
})

test('whoever has left is shown nothing more', async () => {
  const { change, readings, shown, stop } = aFollowedStore()
  stop()
  readings[0]?.('too late')
  await settled()
  change()
  expect([readings.length, shown]).toEqual([1, []])
})
