import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isWorkerScriptGone } from './server-settings.ts'

beforeEach(() => void vi.stubGlobal('navigator', { onLine: true }))
afterEach(() => vi.unstubAllGlobals())

const stubWorkerScript = (answer: () => Response) =>
  vi.stubGlobal('fetch', async (path: string) =>
    path === '/service-worker.js' ? answer() : Response.json({ status: 'ok' }),
  )
const html = { headers: { 'content-type': 'text/html' } }

test.each([
  ['is not found', () => new Response(null, { status: 404 })],
  // The constructor cannot make an opaque redirect.
  ['is sent elsewhere', () => Object.defineProperty(new Response(), 'type', { value: 'opaqueredirect' })],
  ['is a page', () => new Response('<p>Hello', html)],
])('[OF2] a worker whose script %s is gone', async (_, answer) => {
  stubWorkerScript(answer)
  expect(await isWorkerScriptGone()).toBe(true)
})

test.each([
  ['is there', () => new Response('', { headers: { 'content-type': 'text/javascript' } })],
  ['is behind a server in trouble', () => new Response(null, { status: 503 })],
])('[OF2] a worker whose script %s stays', async (_, answer) => {
  stubWorkerScript(answer)
  expect(await isWorkerScriptGone()).toBe(false)
})

test('[OF2] a worker stays when a hotel’s page answers every request', async () => {
  vi.stubGlobal('fetch', async () => new Response('<h1>Hotel Bravo', html))
  expect(await isWorkerScriptGone()).toBe(false)
})
