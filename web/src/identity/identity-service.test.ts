import { expect, test } from 'vitest'
import { nextSignInState, type SignInEvent, type SignInState } from './identity-service.ts'

const clara = { id: 'clara', name: null, email: 'clara@example.org', image: null }
const robert = { id: 'robert', name: 'Robert', email: 'robert@example.org', image: null }

/** A page of each state, with the user to whom it belongs. */
const STATES: Readonly<Record<string, readonly [SignInState, string | null]>> = {
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
/** What each event makes of the states above, in their order; a dot leaves one as it is. */
const TABLE: readonly (readonly [string, SignInEvent, string])[] = [
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

test('[UI12] code that could not be loaded is told where nobody is known', () => {
  const failure = new TypeError('Failed to fetch dynamically imported module')
  const told = { kind: 'unknown', failure }
  for (const [name, [state, pageUser]] of Object.entries(STATES)) {
    const isKnown = 'user' in state || name === 'guest'
    expect(nextSignInState(state, { kind: 'not-loaded', failure }, pageUser)).toEqual(isKnown ? state : told)
  }
})
