import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  isCodeLoadFailure,
  reloadAfterCodeLoadFailure,
  reloadIfServerReachable,
  trackPageUnload,
} from './load-failure.ts'

const kept = new Map<string, string>()
const reload = vi.fn()
const aServer = async () => Response.json({ status: 'ok' })

beforeEach(() => {
  kept.clear()
  reload.mockClear()
  vi.useFakeTimers({ now: 1_000_000 })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', aServer)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  ['Failed to fetch dynamically imported module: http://localhost:3000/assets/account-1.js', true],
  ['error loading dynamically imported module: http://localhost:3000/assets/account-1.js', true],
  ['Importing a module script failed.', true],
  ['Unable to preload CSS for /assets/account-1.css', true],
  ['x is undefined', false],
])('[UI12] whether "%s" says that a screen could not be fetched: %s', (message, is) => {
  expect(isCodeLoadFailure(new TypeError(message))).toBe(is)
})

test('[UI12] the page is reloaded once, and again only after a minute', async () => {
  await reloadAfterCodeLoadFailure()
  await reloadAfterCodeLoadFailure()
  expect(reload).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(60_001)
  await reloadAfterCodeLoadFailure()
  expect(reload).toHaveBeenCalledTimes(2)
})

test('[UI12] there is no reload without a network, or where one leads nowhere or to somebody else’s page', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  await reloadAfterCodeLoadFailure()
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await reloadAfterCodeLoadFailure()
  vi.stubGlobal('fetch', async () => new Response('<h1>Welcome to our hotel</h1>'))
  await reloadAfterCodeLoadFailure()
  await reloadIfServerReachable()
  expect(reload).not.toHaveBeenCalled()
  // The reload comes as soon as the server answers.
  vi.stubGlobal('fetch', aServer)
  await reloadAfterCodeLoadFailure()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('[UI12] a page that is being left is not reloaded; one that stays after all is', async () => {
  const window = new EventTarget()
  vi.stubGlobal('window', window)
  trackPageUnload()
  window.dispatchEvent(new Event('beforeunload'))
  await reloadAfterCodeLoadFailure()
  expect(reload).not.toHaveBeenCalled()
  vi.advanceTimersByTime(10_001)
  await reloadAfterCodeLoadFailure()
  expect(reload).toHaveBeenCalledTimes(1)
})
