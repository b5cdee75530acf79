import * as z from 'zod'
import type { Logger } from 'pino'
import type { SocialOutcome, SocialProvider } from '#core/protocol/sign-in.ts'
import type { Database } from '#server/database/database.ts'
import { CHECK_SESSION_REVISION } from '#server/database/revision-bus.ts'
import { counterIncrementers } from '#server/observability/counters.ts'
import type { Configuration } from '#server/settings/configuration.ts'
import { createBetterAuth, hashLinkToken, captureAuthEvents } from './better-auth.ts'
import { createSessionStore } from './find-session.ts'
import { createProviderGateway, createSocialSignIn, type StartProviderStandIn } from './social-sign-in.ts'
import type { UserSession, SessionUser } from './user-session.ts'

type SignInLink = { token: string; identifier: string }

export type SignInResult =
  | { kind: 'signed-in'; user: SessionUser; created: boolean; cookies: readonly string[] }
  | { kind: 'link-invalid' }

export type Identity = ReturnType<typeof createIdentity>

/** The result's methods expect email addresses that `normalizedEmailSchema` has normalized. */
export function createIdentity({
  configuration,
  database: { db, bus },
  log,
  startProviderStandIn = null,
}: {
  configuration: Configuration
  database: Pick<Database, 'db' | 'bus'>
  log: Logger
  startProviderStandIn?: StartProviderStandIn | null
}) {
  const auth = createBetterAuth(configuration, db, log)

  const sessions = createSessionStore(configuration, db, log)
  const { findSession } = sessions

  async function endSession({ sessionId, user }: UserSession): Promise<void> {
    await db.deleteFrom('session').where('id', '=', sessionId).execute()
    // Makes the open event streams of this session check it again at once (rule LS13).
    bus.publish(user.id, CHECK_SESSION_REVISION)
  }

  async function createSignInLink(request: Request, email: string): Promise<SignInLink> {
    const { token } = await captureAuthEvents(() =>
      auth.api.signInMagicLink({ body: { email }, headers: request.headers }),
    )
    if (token === null) throw new Error('Better Auth made no sign-in link')
    return { token, identifier: hashLinkToken(token) }
  }

  async function findSignInLinkEmail(token: string): Promise<string | null> {
    const link = await db
      .selectFrom('verification')
      .select('value')
      .where('identifier', '=', hashLinkToken(token))
      .where('expiresAt', '>', new Date())
      .executeTakeFirst()
    return link === undefined ? null : linkValue.parse(JSON.parse(link.value)).email
  }

  async function signInWithLink(request: Request, email: string, token: string): Promise<SignInResult> {
    // Checked first, because Better Auth would use the link up, whoever's address was sent with it (rule ID3).
    if ((await findSignInLinkEmail(token)) !== email) return { kind: 'link-invalid' }
    const before = await findSession(request)
    const verification = { query: { token }, headers: request.headers, asResponse: true } as const
    const verified = await captureAuthEvents(() => auth.api.magicLinkVerify(verification)).catch(
      (error: unknown) => {
        // Another link of a new address has created its user in the same instant, and this one is used up.
        if (error instanceof Error && 'code' in error && error.code === POSTGRES_UNIQUE_VIOLATION) return null
        throw error
      },
    )
    if (verified === null || verified.result.status !== 200) return { kind: 'link-invalid' }
    const { result: response, created } = verified
    const { user } = verifiedSchema.parse(await response.json())
    // Ends the previous session of this browser, which may be somebody else's.
    if (before !== null) await endSession(before)
    return { kind: 'signed-in', user, created, cookies: response.headers.getSetCookie() }
  }

  async function signOut(request: Request) {
    // Deletes the row here because Better Auth would report success even if the database could not be reached.
    const signedIn = await findSession(request)
    if (signedIn !== null) await endSession(signedIn)
    const response = await auth.api.signOut({ headers: request.headers, asResponse: true })
    return response.headers.getSetCookie()
  }

  return {
    ...sessions,
    createSignInLink,
    signInWithLink,
    findSignInLinkEmail,
    signOut,
    social: createSocialSignIn(auth, db, log, createProviderGateway(configuration, startProviderStandIn), {
      findSession,
      endSession,
    }),
  }
}

const linkValue = z.object({ email: z.string() })

const POSTGRES_UNIQUE_VIOLATION = '23505'

const verifiedSchema = z.object({
  user: z.object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    image: z
      .string()
      .nullish()
      .transform(image => image ?? null),
  }),
})

type EndedSignIn =
  | { way: 'email'; by: 'link' | 'code'; outcome: 'created' | 'signed-in' | 'link-invalid' }
  | { way: SocialProvider; outcome: SocialOutcome }

export function logAndCountSignIn(log: Logger, signIn: EndedSignIn): void {
  counterIncrementers.signIn(signIn.way, signIn.outcome)
  log.info(signIn, 'a sign-in has ended')
}
