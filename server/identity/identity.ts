import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import * as z from 'zod'
import type { Configuration } from '#server/configuration.ts'
import type { Tables } from '#server/database/tables.ts'
import { boundToken, createBetterAuth, identifierOf, overhear } from './better-auth.ts'
import type { SessionEnd } from './ended-session.ts'
import { sessionFinder, user } from './find-session.ts'
import type { SignedIn, User } from './find-session.ts'
import { socialReach } from './social-reach.ts'
import { createSocialSignIn } from './social-sign-in.ts'
import type { SocialSignIn } from './social-sign-in.ts'

/** A fresh link: the token for the mail and the name under which its hash is stored. */
export type SignInLink = { token: string; identifier: string }

export type SignInResult =
  | { kind: 'signed-in'; user: User; created: boolean; cookies: readonly string[] }
  | { kind: 'link-invalid' }

/** Users and their sessions. The only place that knows Better Auth. E-mail addresses must come normalized. */
export type Identity = {
  /** Who sent this request, or null. Reads only. */
  userOf: (request: Request) => Promise<SignedIn | null>
  /** Why the session that a request shows was ended elsewhere, or null (rules ID23, DA6). */
  endOf: (request: Request) => Promise<SessionEnd | null>
  /** As `userOf`, and lets the session roll on; the cookies belong into the answer (rule ID24). */
  renew: (request: Request) => Promise<{ signedIn: SignedIn | null; cookies: readonly string[] }>
  /** Makes a link for an address, known or not. Nothing is mailed. */
  makeLink: (request: Request, email: string) => Promise<SignInLink>
  /** Uses a link up. Whoever comes second, or with another address, gets 'link-invalid'. */
  signInWithLink: (request: Request, email: string, token: string) => Promise<SignInResult>
  /** The name under which a link of this address and token is stored. */
  identifierOf: (email: string, token: string) => string
  /** Ends the session on the server; the cookies clear it in the browser. */
  signOut: (request: Request) => Promise<readonly string[]>
  /** Signing in with Google, Facebook or X (Twitter). */
  social: SocialSignIn
}

/** Users and sessions in a database, with Better Auth behind them. */
export function createIdentity(configuration: Configuration, db: Kysely<Tables>, log: Logger): Identity {
  const auth = createBetterAuth(configuration, db, log)

  const { find, endOf } = sessionFinder(auth, db, log)

  // With the refresh a sync would prolong the row but could not prolong the cookie with it.
  const userOf = async (request: Request) => (await find(request, true)).signedIn

  async function makeLink(request: Request, email: string): Promise<SignInLink> {
    const { token: bound } = await overhear(() =>
      auth.api.signInMagicLink({ body: { email }, headers: request.headers }),
    )
    if (bound === null) throw new Error('Better Auth made no sign-in link')
    return { token: bound.slice(0, bound.indexOf(':')), identifier: identifierOf(bound) }
  }

  async function signInWithLink(request: Request, email: string, token: string): Promise<SignInResult> {
    const before = await userOf(request)
    const { result: response, created } = await verify(request, email, token)
    if (response.status !== 200) return { kind: 'link-invalid' }
    const { user } = verified.parse(await response.json())
    // Whoever was signed in here before, perhaps by someone else's doing, is so no longer.
    if (before !== null) await db.deleteFrom('session').where('id', '=', before.sessionId).execute()
    return { kind: 'signed-in', user, created, cookies: response.headers.getSetCookie() }
  }

  async function verify(request: Request, email: string, token: string) {
    const query = { token: boundToken(token, email) }
    const call = () =>
      overhear(() => auth.api.magicLinkVerify({ query, headers: request.headers, asResponse: true }))
    try {
      return await call()
    } catch (error) {
      // Two links of a new address at the same moment: the other one has created the user, this one is right
      // too and used up. A fresh one finds the user there.
      if (!isUniqueViolation(error)) throw error
      const fresh = await makeLink(request, email)
      query.token = boundToken(fresh.token, email)
      return call()
    }
  }

  async function signOut(request: Request) {
    // Better Auth would say that it is done even where the database could not be reached.
    const signedIn = await userOf(request)
    if (signedIn !== null) await db.deleteFrom('session').where('id', '=', signedIn.sessionId).execute()
    const response = await auth.api.signOut({ headers: request.headers, asResponse: true })
    return response.headers.getSetCookie()
  }

  return {
    userOf,
    endOf,
    renew: request => find(request, false),
    makeLink,
    signInWithLink,
    identifierOf: (email, token) => identifierOf(boundToken(token, email)),
    signOut,
    social: createSocialSignIn(
      auth,
      db,
      log,
      socialReach(configuration),
      async request => (await userOf(request))?.sessionId ?? null,
    ),
  }
}

const isUniqueViolation = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '23505'

const verified = z.object({ user })
