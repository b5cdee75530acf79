import { describe, expect, test } from 'vitest'
import { PROBLEM_STATUS } from '#core/protocol/problem.ts'
import type { SessionEnd } from '#core/protocol/session-end.ts'
import { sessionAfter, type SessionState } from './session-after.ts'

const clara = { id: 'clara', name: null, email: 'clara@example.org', image: null }
const robert = { id: 'robert', name: 'Robert', email: 'robert@example.org', image: null }
const signedIn: SessionState = { kind: 'signed-in', user: clara, expired: false, ended: null }
const nobody: SessionState = { kind: 'signed-out', isPresumed: false }
const session = (user: typeof clara | typeof robert | null, ended: SessionEnd | null = null) => ({
  kind: 'session' as const,
  user,
  stripeRole: null,
  ended,
})

describe('who is signed in', () => {
  test('[SI2] without an answer a known user stays signed in', () => {
    expect(sessionAfter(signedIn, { kind: 'offline' })).toBe(signedIn)
    expect(sessionAfter(signedIn, { kind: 'unexpected', status: 200 })).toBe(signedIn)
    // Nor does a server that could not look the session up throw anybody out (rule ID25).
    for (const code of ['server-error', 'unavailable'] as const) {
      const status = PROBLEM_STATUS[code]
      const failure = {
        kind: 'problem',
        status,
        code,
        detail: undefined,
        errors: [],
        retryAfterSeconds: 5,
      } as const
      expect(sessionAfter(signedIn, failure)).toBe(signedIn)
    }
  })

  test('[SI2] without an answer and without a known user nobody is', () => {
    expect(sessionAfter({ kind: 'loading' }, { kind: 'offline' })).toEqual(nobody)
  })

  test('[SI3] the server’s word counts: this user, another user, nobody', () => {
    expect(sessionAfter({ kind: 'loading' }, session(clara))).toEqual(signedIn)
    expect(sessionAfter(signedIn, session(robert))).toEqual({
      kind: 'signed-in',
      user: robert,
      expired: false,
      ended: null,
    })
    expect(sessionAfter({ kind: 'loading' }, session(null))).toEqual(nobody)
  })

  test('[SI4] a session that ran out leaves the library open and says so; signing in again ends that', () => {
    const expired = sessionAfter(signedIn, session(null))
    expect(expired).toEqual({ kind: 'signed-in', user: clara, expired: true, ended: null })
    expect(sessionAfter(expired, session(clara))).toEqual(signedIn)
  })

  test('[SI10] a session that was ended elsewhere says so, until somebody signs in', () => {
    const ended = sessionAfter(signedIn, session(null, 'session-revoked'))
    expect(ended).toEqual({ kind: 'signed-in', user: clara, expired: true, ended: 'session-revoked' })
    // The cookie that told so is gone by now, what it told is not.
    expect(sessionAfter(ended, session(null))).toEqual(ended)
    expect(sessionAfter(ended, session(clara))).toEqual(signedIn)
  })
})
