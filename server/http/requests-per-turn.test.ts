import { setImmediate as nextTurn } from 'node:timers/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { limitApiRequestsPerTurn } from './requests-per-turn.ts'

const outgoing = {} as ServerResponse
const request = (url: string, destroyed = false) => ({ url, destroyed }) as IncomingMessage

test('[HT85] a turn of the event loop begins only a few requests of a burst, in order, and health does not wait', async () => {
  const begun: (string | undefined)[] = []
  const handle = limitApiRequestsPerTurn(({ url }) => begun.push(url), 2)
  for (const number of [1, 2, 3, 4, 5]) handle(request(`/api/${number}`), outgoing)
  handle(request('/healthz'), outgoing)
  expect(begun).toEqual(['/api/1', '/api/2', '/healthz'])
  await nextTurn()
  handle(request('/api/6'), outgoing)
  expect(begun.slice(3)).toEqual(['/api/3', '/api/4'])
  await nextTurn()
  expect(begun.slice(5)).toEqual(['/api/5', '/api/6'])
  await nextTurn()
  handle(request('/api/7'), outgoing)
  expect(begun.slice(7)).toEqual(['/api/7'])
})

test('[HT85] a request whose client gave up while it waited costs nothing', async () => {
  const begun: (string | undefined)[] = []
  const handle = limitApiRequestsPerTurn(({ url }) => begun.push(url), 1)
  handle(request('/api/1'), outgoing)
  handle(request('/api/2', true), outgoing)
  handle(request('/api/3'), outgoing)
  for (const _ of ['2', '3', 'none']) await nextTurn()
  expect(begun).toEqual(['/api/1', '/api/3'])
})
