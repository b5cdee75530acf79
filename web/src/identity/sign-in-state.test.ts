import { expect, test } from 'vitest'
import { nextSignInState, type SignInEvent, type SignInState } from './sign-in-state.ts'

const clara = { id: 'clara', name: null, email: 'clara@example.org', image: null }
const robert = { id: 'robert', name: 'Robert', email: 'robert@example.org', image: null }

/** A page of each state, with the user to whom it belongs. */
const STATES = {
  unknown: [{ kind: 'unknown' }, null],
  'unknown, of Clara': [{ kind: 'unknown' }, 'clara'],
  guest: [{ kind: 'guest', isPresumed: false }, null],
  'presumed guest': [{ kind: 'guest', isPresumed: true }, null],
  offline: [{ kind: 'signed-in-offline', user: clara }, 'clara'],
  'signed in': [{ kind: 'signed-in', user: clara }, 'clara'],
  expired: [{ kind: 'ended', user: clara, because: 'expired' }, 'clara'],
  revoked: [{ kind: 'ended', user: clara, because: 'session-revoked' }, 'clara'],
} satisfies Record<string, [SignInState, string | null]>

type Name = keyof typeof STATES

const EVENTS = {
  'the device remembers Clara': { kind: 'remembered', by: { profile: clara, ended: null } },
  'the device remembers an ended session': {
    kind: 'remembered',
    by: { profile: clara, ended: 'session-revoked' },
  },
  'the server names Clara': { kind: 'answered', user: clara, ended: null },
  'the server names Robert': { kind: 'answered', user: robert, ended: null },
  'the server names nobody': { kind: 'answered', user: null, ended: null },
  'the server has ended the session': { kind: 'answered', user: null, ended: 'session-revoked' },
  'the server is out of reach': { kind: 'unanswered' },
  'the server takes two seconds': { kind: 'waited' },
  'another tab signs out': { kind: 'browser-user', userId: null },
  'another tab signs Clara in': { kind: 'browser-user', userId: 'clara' },
  'another tab signs Robert in': { kind: 'browser-user', userId: 'robert' },
} satisfies Record<string, SignInEvent>

const [AS_BEFORE, RELOAD] = ['as before', 'reload'] as const
type Next = Name | typeof AS_BEFORE | typeof RELOAD | 'Robert’s'
type Row = readonly [
  unknown: Next,
  unknownOfClara: Next,
  guest: Next,
  presumed: Next,
  offline: Next,
  signedIn: Next,
  expired: Next,
  revoked: Next,
]

/** What each event makes of the states above, in their order. */
const TABLE: Record<keyof typeof EVENTS, Row> = {
  'the device remembers Clara': [
    'offline',
    'offline',
    AS_BEFORE,
    AS_BEFORE,
    AS_BEFORE,
    AS_BEFORE,
    AS_BEFORE,
    AS_BEFORE,
  ],
  'the device remembers an ended session': [
    'revoked',
    'revoked',
    AS_BEFORE,
    AS_BEFORE,
    AS_BEFORE,
    AS_BEFORE,
    AS_BEFORE,
    AS_BEFORE,
  ],
  'the server names Clara': [
    'signed in',
    'signed in',
    'signed in',
    'signed in',
    'signed in',
    'signed in',
    'signed in',
    'signed in',
  ],
  'the server names Robert': ['Robert’s', RELOAD, 'Robert’s', 'Robert’s', RELOAD, RELOAD, RELOAD, RELOAD],
  'the server names nobody': ['guest', 'guest', 'guest', 'guest', 'expired', 'expired', 'expired', 'revoked'],
  'the server has ended the session': [
    'guest',
    'guest',
    'guest',
    'guest',
    'revoked',
    'revoked',
    'revoked',
    'revoked',
  ],
  'the server is out of reach': [
    'guest',
    'guest',
    AS_BEFORE,
    AS_BEFORE,
    AS_BEFORE,
    AS_BEFORE,
    AS_BEFORE,
    AS_BEFORE,
  ],
  'the server takes two seconds': [
    'presumed guest',
    AS_BEFORE,
    AS_BEFORE,
    AS_BEFORE,
    AS_BEFORE,
    AS_BEFORE,
    AS_BEFORE,
    AS_BEFORE,
  ],
  'another tab signs out': [AS_BEFORE, RELOAD, AS_BEFORE, AS_BEFORE, RELOAD, RELOAD, RELOAD, RELOAD],
  'another tab signs Clara in': [
    RELOAD,
    AS_BEFORE,
    RELOAD,
    RELOAD,
    AS_BEFORE,
    AS_BEFORE,
    AS_BEFORE,
    AS_BEFORE,
  ],
  'another tab signs Robert in': [RELOAD, RELOAD, RELOAD, RELOAD, RELOAD, RELOAD, RELOAD, RELOAD],
}

const names = Object.keys(STATES) as Name[]
const cases = Object.entries(TABLE).flatMap(([event, row]) =>
  row.map((next, index) => [event as keyof typeof EVENTS, names[index] ?? 'unknown', next] as const),
)

test.each(cases)('[SI2][SI4][SI10][SI13] %s: %s becomes %s', (event, before, next) => {
  const [state, pageUser] = STATES[before]
  const expected = next === AS_BEFORE ? state : next === RELOAD ? RELOAD : stateOf(next)
  expect(nextSignInState(state, EVENTS[event], pageUser)).toEqual(expected)
})

const stateOf = (next: Name | 'Robert’s'): SignInState =>
  next === 'Robert’s' ? { kind: 'signed-in', user: robert } : STATES[next][0]

test('[UI12] code that could not be loaded is told where nobody is known', () => {
  const failure = new TypeError('Failed to fetch dynamically imported module')
  const told = { kind: 'unknown', failure }
  for (const name of names) {
    const [state, pageUser] = STATES[name]
    const isKnown = 'user' in state || name === 'guest'
    expect(nextSignInState(state, { kind: 'not-loaded', failure }, pageUser)).toEqual(isKnown ? state : told)
  }
})
