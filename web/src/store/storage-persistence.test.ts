import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubLocalStorage } from '#tests/storage/local-storage.ts'

// Each test loads the module anew, as a new page does.
beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['has no storage manager', undefined],
  ['refuses to tell', { persisted: () => Promise.reject(new TypeError('not allowed')) }],
])('[ST21] a browser that %s has promised nothing', async (_, storage) => {
  vi.stubGlobal('navigator', { storage })
  const { refreshPersistedStatus, storagePersistedStatus } = await import('./storage-persistence.ts')
  expect(storagePersistedStatus.get()).toBeNull()
  await refreshPersistedStatus()
  expect(storagePersistedStatus.get()).toBe(false)
})

test('[ST21] what the browser answers is what is known', async () => {
  vi.stubGlobal('navigator', { storage: { persisted: async () => false, persist: async () => true } })
  const { requestPersistentStorageIfDue, refreshPersistedStatus, storagePersistedStatus } =
    await import('./storage-persistence.ts')
  await refreshPersistedStatus()
  expect(storagePersistedStatus.get()).toBe(false)
  stubLocalStorage()
  await requestPersistentStorageIfDue('ada')
  expect(storagePersistedStatus.get()).toBe(true)
})
