import { afterEach, expect, test, vi } from 'vitest'
import { createObservable } from '#web/concurrency/observable.ts'
import { EMPTY_DEVICE_COPY } from '#web/store/device-copy.ts'
import { type OpenStore, INITIAL_SYNC_STATE } from '#web/store/store-interface.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('[SN7] a round that ends with an error is reported, and the next one follows', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('window', Object.assign(new EventTarget(), { setTimeout }))
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('navigator', {})
  const reported = vi.fn()
  vi.stubGlobal('reportError', reported)
  const { startSyncLoop } = await import('./sync-loop.ts')

  const fault = new DOMException('the disk is broken', 'UnknownError')
  const refresh = vi.fn(() => Promise.reject(fault))
  const store = { userId: 'kai', copy: createObservable(EMPTY_DEVICE_COPY), refresh }
  const state = createObservable(INITIAL_SYNC_STATE)
  const loop = startSyncLoop(store as unknown as OpenStore, state)
  await loop.syncNow()
  expect(reported).toHaveBeenCalledWith(fault)
  expect(state.get().kind).toBe('offline')

  const before = refresh.mock.calls.length
  await vi.advanceTimersByTimeAsync(10_000)
  expect(refresh.mock.calls.length).toBeGreaterThan(before)
  loop.stop()
})
