import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAppServices } from '#web/app/create-app-services.ts'
import { sleep } from '#web/concurrency/waiting.ts'
import {
  createIdentityService,
  nextSignInState,
  type SignInStateEvent,
  type SignInState,
} from './identity-service.ts'

const clara = { id: 'clara', name: 'Clara', email: 'clara@example.org', image: null }
const robert = { id: 'robert', name: 'Robert', email: 'robert@example.org', image: null }

const STATES: Readonly<Record<string, readonly [state: SignInState, pageUser: string | null]>> = {
  unknown: [{ kind: 'unknown' }, null],
  ofClara: [{ kind: 'unknown' }, 'clara'],
  guest: [{ kind: 'guest', isPresumed: false }, null],
  presumed: [{ kind: 'guest', isPresumed: true }, null],
  offline: [{ kind: 'signed-in-offline', user: clara }, 'clara'],
  signedIn: [{ kind: 'signed-in', user: clara }, 'clara'],
  expired: [{ kind: 'ended', user: clara, because: 'expired' }, 'clara'],
  revoked: [{ kind: 'ended', user: clara, because: 'session-revoked' }, 'clara'],
}
const names = Object.keys(STATES)

const ended = 'session-revoked'
/** The next state for each of STATES, in their order; a dot means unchanged. */
const TABLE: readonly (readonly [string, SignInStateEvent, string])[] = [
  [
    'the device remembers Clara',
    { kind: 'remembered', by: { profile: clara, ended: null } },
    'offline offline . . . . . .',
  ],
  [
    'the device remembers an ended session',
    { kind: 'remembered', by: { profile: clara, ended } },
    'revoked revoked . . . . . .',
  ],
  [
    'the server names Clara',
    { kind: 'answered', user: clara, ended: null },
    'signedIn signedIn signedIn signedIn signedIn signedIn signedIn signedIn',
  ],
  [
    'the server names Robert',
    { kind: 'answered', user: robert, ended: null },
    'robert reload robert robert reload reload reload reload',
  ],
  [
    'the server names nobody',
    { kind: 'answered', user: null, ended: null },
    'guest guest guest guest expired expired expired revoked',
  ],
  [
    'the server has ended the session',
    { kind: 'answered', user: null, ended },
    'guest guest guest guest revoked revoked revoked revoked',
  ],
  ['the server is out of reach', { kind: 'unanswered' }, 'guest guest . . . . . .'],
  ['the server takes two seconds', { kind: 'waited' }, 'presumed . . . . . . .'],
  [
    'another tab signs out',
    { kind: 'browser-user', userId: null },
    '. reload . . reload reload reload reload',
  ],
  ['another tab signs Clara in', { kind: 'browser-user', userId: 'clara' }, 'reload . reload reload . . . .'],
  [
    'another tab signs Robert in',
    { kind: 'browser-user', userId: 'robert' },
    'reload reload reload reload reload reload reload reload',
  ],
]
const cases = TABLE.flatMap(([name, event, row]) =>
  row.split(' ').map((next, place) => [name, names[place] ?? '', next, event] as const),
)

test.each(cases)('[SI2][SI4][SI10][SI13] %s: %s becomes %s', (_, before, next, event) => {
  const [state, pageUser] = STATES[before] ?? []
  if (state === undefined || pageUser === undefined) throw new Error(before)
  const expected = {
    '.': state,
    reload: 'reload' as const,
    robert: { kind: 'signed-in' as const, user: robert },
  }[next]
  expect(nextSignInState(state, event, pageUser)).toEqual(expected ?? STATES[next]?.[0])
})

test('[UI12] code that could not be loaded is reported while no user is known', () => {
  const failure = new TypeError('Failed to fetch dynamically imported module')
  const next = { kind: 'unknown', failure }
  for (const [name, [state, pageUser]] of Object.entries(STATES)) {
    const isKnown = 'user' in state || name === 'guest'
    expect(nextSignInState(state, { kind: 'not-loaded', failure }, pageUser)).toEqual(isKnown ? state : next)
  }
})

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', Object.assign(new EventTarget(), { setTimeout, clearTimeout }))
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function startPage({ answerAfterMs, openStore }: { answerAfterMs: number; openStore: () => Promise<never> }) {
  vi.stubGlobal('fetch', async () => {
    await sleep(answerAfterMs)
    return Response.json({ user: clara, stripeRole: null, signedInAt: 1, ended: null })
  })
  const { device, analytics } = createAppServices()
  const identity = createIdentityService({ ...device, openStore }, analytics)
  identity.restore()
  return identity.state
}

test('[SI2] a user whom the server has named is no guest, however long their library takes to open', async () => {
  const state = startPage({ answerAfterMs: 1500, openStore: () => new Promise(() => {}) })
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
  async (_, answerAfterMs) => {
    const failure = new TypeError('Failed to fetch dynamically imported module')
    const state = startPage({ answerAfterMs, openStore: () => Promise.reject(failure) })
    await vi.advanceTimersByTimeAsync(answerAfterMs + 1000)
    expect(state.get()).toEqual({ kind: 'unknown', failure })
    await vi.advanceTimersByTimeAsync(5000)
    expect(state.get()).toEqual({ kind: 'unknown', failure })
  },
)

test('[SI13] an answer to an earlier question that comes after a sign-in, or after a later answer, is ignored', async () => {
  vi.stubGlobal('navigator', { doNotTrack: '1', onLine: true })
  const pending: ((user: typeof clara | null) => void)[] = []
  vi.stubGlobal('fetch', async () => {
    const { promise, resolve } = Promise.withResolvers<typeof clara | null>()
    pending.push(resolve)
    return Response.json({ user: await promise, stripeRole: null, signedInAt: null, ended: null })
  })
  const { device, analytics } = createAppServices()
  const identity = createIdentityService({ ...device, openStore: async () => null }, analytics)
  void identity.refresh()
  await identity.signIn(clara, { name: 'login', method: 'Email' })
  pending[0]?.(null)
  await vi.advanceTimersByTimeAsync(0)
  expect(identity.state.get()).toMatchObject({ kind: 'signed-in', user: clara })

  void identity.refresh()
  pending[2]?.(null)
  await vi.advanceTimersByTimeAsync(0)
  expect(identity.state.get()).toMatchObject({ kind: 'ended', because: 'expired' })
  pending[1]?.(clara)
  await vi.advanceTimersByTimeAsync(2000)
  expect(identity.state.get()).toMatchObject({ kind: 'ended', because: 'expired' })
})
