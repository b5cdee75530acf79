import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** A request for a lock that the browser has not answered, as Firefox never does for a page that was suspended. */
type Asked = { readonly options: LockOptions; readonly grant: () => Promise<unknown> }

let asked: Asked[] = []
/** Whether a page that takes a lock from others gets it at once. */
let isStealingGranted = true

beforeEach(() => {
  asked = []
  isStealingGranted = true
  vi.resetModules()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('navigator', {
    locks: {
      request: (_name: string, options: LockOptions, begin: () => Promise<unknown>) => {
        if (options.steal === true && isStealingGranted) return begin()
        const { promise, resolve, reject } = Promise.withResolvers()
        options.signal?.addEventListener('abort', () => reject(new DOMException('too late', 'TimeoutError')))
        asked.push({ options, grant: async () => resolve(await begin()) })
        return promise
      },
    },
  })
})
afterEach(() => void vi.unstubAllGlobals())

const changePage = (type: 'pagehide' | 'pageshow') =>
  window.dispatchEvent(Object.assign(new Event(type), { persisted: true }))

const nextTask = () => new Promise(resolve => setTimeout(resolve))

test('[SN8] a tab that was suspended before its turn takes it when it returns, and not before', async () => {
  const { withLock } = await import('./with-lock.ts')
  const work = vi.fn(async () => 'done')
  const result = withLock('sync', work)
  changePage('pagehide')
  await nextTask()
  expect(work).not.toHaveBeenCalled()

  changePage('pageshow')
  await expect(result).resolves.toBe('done')
  expect(work).toHaveBeenCalledTimes(1)
})

test('[SN8] a turn that comes late after all is not used a second time', async () => {
  const { withLock } = await import('./with-lock.ts')
  const work = vi.fn(async () => 'done')
  const result = withLock('sync', work)
  changePage('pagehide')
  changePage('pageshow')
  await result
  await asked[0]?.grant()
  expect(work).toHaveBeenCalledTimes(1)
})

test('[SN8] a tab that is suspended once more while it takes its turn works without it', async () => {
  isStealingGranted = false
  const { withLock } = await import('./with-lock.ts')
  const result = withLock('sync', async () => 'done')
  changePage('pagehide')
  changePage('pageshow')
  await nextTask()
  expect(asked.map(({ options }) => options.steal === true)).toEqual([false, true])
  changePage('pagehide')
  changePage('pageshow')
  await expect(result).resolves.toBe('done')
})

test('[SN8] work that has begun goes on while the page is suspended, once', async () => {
  const { withLock } = await import('./with-lock.ts')
  const { promise, resolve } = Promise.withResolvers<string>()
  const work = vi.fn(() => promise)
  const result = withLock('sync', work)
  const granted = asked[0]?.grant()
  changePage('pagehide')
  changePage('pageshow')
  resolve('done')
  await expect(result).resolves.toBe('done')
  await granted
  expect(work).toHaveBeenCalledTimes(1)
})

test('[SN8] work that fails says so, and is not done again', async () => {
  const { withLock } = await import('./with-lock.ts')
  const work = vi.fn(() => Promise.reject(new Error('broken')))
  const result = withLock('sync', work)
  asked[0]?.grant().catch(() => undefined)
  changePage('pagehide')
  changePage('pageshow')
  await expect(result).rejects.toThrow('broken')
  expect(work).toHaveBeenCalledTimes(1)
})
