import { afterEach, describe, expect, test, vi } from 'vitest'
import { createExpectedUserHeader } from '#core/protocol/operation.ts'
import { createProblemDocument } from '#core/protocol/problem.ts'
import { stubLocalStorage } from '#tests/storage/local-storage.ts'
import { postSignOut, requestAfterPendingSignOut } from './call.ts'

afterEach(() => vi.unstubAllGlobals())

function stubFetch(body: string, init: ResponseInit & { headers: Record<string, string> }) {
  const fetch = vi.fn(
    async (_path: string, _init: RequestInit) => new Response(init.status === 204 ? null : body, init),
  )
  vi.stubGlobal('fetch', fetch)
  return fetch
}

const json = { 'content-type': 'application/json' }
const problem = { 'content-type': 'application/problem+json' }

test('[SI13] what was asked for a user while their sign-out was on its way is never sent', async () => {
  stubLocalStorage({ 'dacapo.signing-out': '' })
  const fetch = stubFetch('', { status: 204, headers: {} })
  expect(
    await requestAfterPendingSignOut('GET', '/mine', undefined, createExpectedUserHeader('kai')),
  ).toEqual({ kind: 'offline' })
  expect(await requestAfterPendingSignOut('GET', '/anybody')).toMatchObject({ kind: 'answer' })
  expect(fetch.mock.calls.map(([path]) => path)).toEqual(['/api/v1/sign-out', '/anybody'])
})

describe('a request', () => {
  test('[SC19] gives the parsed body, or null, and sends JSON only where there is something to send', async () => {
    stubFetch('', { status: 204, headers: {} })
    expect(await requestAfterPendingSignOut('POST', '/x', {})).toEqual({ kind: 'answer', body: null })
    const fetch = stubFetch('{"a":1}', { status: 200, headers: json })
    expect(await requestAfterPendingSignOut('GET', '/x')).toEqual({ kind: 'answer', body: { a: 1 } })
    await requestAfterPendingSignOut('POST', '/x', { a: 1 })
    expect(fetch.mock.calls.map(([, init]) => init.body)).toEqual([undefined, '{"a":1}'])
    expect(fetch.mock.calls.map(([, init]) => new Headers(init.headers).get('content-type'))).toEqual([
      null,
      'application/json',
    ])
  })

  test('[SC19] takes the page of a hotel’s network for a failure, also when it says 200', async () => {
    stubFetch('<html>Welcome</html>', { status: 200, headers: { 'content-type': 'text/html' } })
    expect(await requestAfterPendingSignOut('GET', '/x')).toEqual({ kind: 'unexpected', status: 200 })
    stubFetch('<html>Welcome</html>', { status: 200, headers: json })
    expect(await requestAfterPendingSignOut('GET', '/x')).toEqual({ kind: 'unexpected', status: 200 })
  })

  test('[SC19] is offline when no answer comes, and never rejects', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch')
    })
    expect(await requestAfterPendingSignOut('GET', '/x')).toEqual({ kind: 'offline' })
  })

  test('[SC19] tells a problem by its code, with what belongs to it', async () => {
    const errors = [{ field: 'email', code: 'invalid' }]
    const body = JSON.stringify(createProblemDocument('validation', { errors }))
    stubFetch(body, { status: 422, headers: { ...problem, 'retry-after': '30' } })
    expect(await requestAfterPendingSignOut('POST', '/x', {})).toEqual({
      kind: 'problem',
      status: 422,
      code: 'validation',
      errors,
      retryAfterSeconds: 30,
    })
  })

  test('[SC19] a problem with a code nobody knows is unexpected', async () => {
    const unknown = { ...createProblemDocument('server-error'), code: 'who-knows' }
    stubFetch(JSON.stringify(unknown), { status: 500, headers: problem })
    expect(await requestAfterPendingSignOut('GET', '/x')).toEqual({ kind: 'unexpected', status: 500 })
  })
})

describe('who the server takes us for', () => {
  test('[SI6] signing out of a session that the server no longer knows is done', async () => {
    stubFetch(JSON.stringify(createProblemDocument('signed-out')), { status: 401, headers: problem })
    expect(await postSignOut()).toEqual({ kind: 'done' })
  })
})
