import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAppServices } from '#web/app/create-app-services.ts'
import { sleep } from '#web/concurrency/waiting.ts'
import { createIdentityService } from './create-identity-service.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', Object.assign(new EventTarget(), { setTimeout, clearTimeout }))
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const clara = { id: 'clara', name: 'Clara', email: 'clara@example.org', image: null }

/** Starts a page of a device without a known user; the server answers after so many milliseconds that it is Clara. */
function startPage({ answerAfter, openStore }: { answerAfter: number; openStore: () => Promise<never> }) {
  vi.stubGlobal('fetch', async () => {
    await sleep(answerAfter)
    return Response.json({ user: clara, stripeRole: null, signedInAt: 1, ended: null })
  })
  const { device, analytics } = createAppServices()
  const identity = createIdentityService({ ...device, openStore }, analytics)
  identity.restore()
  return identity.state
}

test('[SI2] whom the server has named is no guest, however long their library takes to open', async () => {
  const state = startPage({ answerAfter: 1500, openStore: () => new Promise(() => {}) })
  await vi.advanceTimersByTimeAsync(2400)
  expect(state.get()).toEqual({ kind: 'unknown' })
  await vi.advanceTimersByTimeAsync(200)
  expect(state.get()).toMatchObject({ kind: 'signed-in', user: clara })
})

test.each([
  ['before', 500],
  ['shortly before', 1500],
  ['after', 3000],
])(
  '[UI12][SI2] code for the database that cannot be loaded is told, also if the server answers %s the visitor would be taken for a guest',
  async (_, answerAfter) => {
    const failure = new TypeError('Failed to fetch dynamically imported module')
    const state = startPage({ answerAfter, openStore: () => Promise.reject(failure) })
    await vi.advanceTimersByTimeAsync(answerAfter + 1000)
    expect(state.get()).toEqual({ kind: 'unknown', failure })
    await vi.advanceTimersByTimeAsync(5000)
    expect(state.get()).toEqual({ kind: 'unknown', failure })
  },
)

test('[SI13] an answer to an earlier question that comes after a sign-in, or after a later answer, is ignored', async () => {
  vi.stubGlobal('navigator', { doNotTrack: '1', onLine: true })
  const held: ((user: typeof clara | null) => void)[] = []
  vi.stubGlobal('fetch', async () => {
    const { promise, resolve } = Promise.withResolvers<typeof clara | null>()
    held.push(resolve)
    return Response.json({ user: await promise, stripeRole: null, signedInAt: null, ended: null })
  })
  const { device, analytics } = createAppServices()
  const identity = createIdentityService({ ...device, openStore: async () => null }, analytics)
  void identity.refresh()
  await identity.signIn(clara, { name: 'login', method: 'Email' })
  held[0]?.(null)
  await vi.advanceTimersByTimeAsync(0)
  expect(identity.state.get()).toMatchObject({ kind: 'signed-in', user: clara })

  void identity.refresh()
  held[2]?.(null)
  await vi.advanceTimersByTimeAsync(0)
  expect(identity.state.get()).toMatchObject({ kind: 'ended', because: 'expired' })
  held[1]?.(clara)
  await vi.advanceTimersByTimeAsync(2000)
  expect(identity.state.get()).toMatchObject({ kind: 'ended', because: 'expired' })
})
