import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withLock } from './run-sync-rounds.ts'

let isGranted = true

beforeEach(() => {
  isGranted = true
  vi.stubGlobal('navigator', {
    locks: {
      request: (_name: string, options: LockOptions, begin: () => Promise<unknown>) =>
        isGranted || options.steal === true
          ? begin()
          : Promise.reject(new DOMException('too late', 'TimeoutError')),
    },
  })
})
afterEach(() => void vi.unstubAllGlobals())

test('[SC12] a tab that waits too long for its turn takes it, once', async () => {
  isGranted = false
  const work = vi.fn(async () => 'done')
  await expect(withLock('sync', work)).resolves.toBe('done')
  expect(work).toHaveBeenCalledTimes(1)
})

test('[SC12] work that fails says so, and is not done again', async () => {
  const work = vi.fn(() => Promise.reject(new Error('broken')))
  await expect(withLock('sync', work)).rejects.toThrow('broken')
  expect(work).toHaveBeenCalledTimes(1)
})

test('[SC12] a page over plain HTTP, which has no locks, works without one', async () => {
  vi.stubGlobal('navigator', {})
  await expect(withLock('sync', async () => 'done')).resolves.toBe('done')
})
