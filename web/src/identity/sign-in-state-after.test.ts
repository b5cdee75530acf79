import { describe, expect, test } from 'vitest'
import { PROBLEM_STATUS } from '#core/protocol/problem.ts'
import type { SessionEndReason } from '#core/protocol/sign-in.ts'
import { signInStateAfterResponse, type SignInState } from './sign-in-state-after.ts'

const clara = { id: 'clara', name: null, email: 'clara@example.org', image: null }
const robert = { id: 'robert', name: 'Robert', email: 'robert@example.org', image: null }
const signedIn: SignInState = { kind: 'signed-in', user: clara, expired: false, ended: null }
const nobody: SignInState = { kind: 'signed-out', isPresumed: false }
const session = (user: typeof clara | typeof robert | null, ended: SessionEndReason | null = null) => ({
  kind: 'session' as const,
  user,
  stripeRole: null,
  ended,
})

describe('who is signed in', () => {
  test('[SI2] without an answer a known user stays signed in', () => {
    expect(signInStateAfterResponse(signedIn, { kind: 'offline' })).toBe(signedIn)
    expect(signInStateAfterResponse(signedIn, { kind: 'unexpected', status: 200 })).toBe(signedIn)
    // Nor does a server that could not look the session up throw anybody out (rule SI4).
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
      expect(signInStateAfterResponse(signedIn, failure)).toBe(signedIn)
    }
  })

  test('[SI2] without an answer and without a known user nobody is', () => {
    expect(signInStateAfterResponse({ kind: 'loading' }, { kind: 'offline' })).toEqual(nobody)
  })

  test('[SI13] the server’s word counts: this user, another user, nobody', () => {
    expect(signInStateAfterResponse({ kind: 'loading' }, session(clara))).toEqual(signedIn)
    expect(signInStateAfterResponse(signedIn, session(robert))).toEqual({
      kind: 'signed-in',
      user: robert,
      expired: false,
      ended: null,
    })
    expect(signInStateAfterResponse({ kind: 'loading' }, session(null))).toEqual(nobody)
  })

  test('[SI4] a session that ran out leaves the library open and says so; signing in again ends that', () => {
    const expired = signInStateAfterResponse(signedIn, session(null))
    expect(expired).toEqual({ kind: 'signed-in', user: clara, expired: true, ended: null })
    expect(signInStateAfterResponse(expired, session(clara))).toEqual(signedIn)
  })

  test('[SI10] a session that was ended elsewhere says so, until somebody signs in', () => {
    const ended = signInStateAfterResponse(signedIn, session(null, 'session-revoked'))
    expect(ended).toEqual({ kind: 'signed-in', user: clara, expired: true, ended: 'session-revoked' })
    // The cookie that told so is gone by now, what it told is not.
    expect(signInStateAfterResponse(ended, session(null))).toEqual(ended)
    expect(signInStateAfterResponse(ended, session(clara))).toEqual(signedIn)
  })
})
