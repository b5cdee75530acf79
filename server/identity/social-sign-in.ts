import * as z from 'zod'
import { parseSigned } from 'hono/utils/cookie'
import type { Kysely } from 'kysely'
import { nanoid } from 'nanoid'
import type { Logger } from 'pino'
import { FALLBACK_LANGUAGE } from '#core/protocol/languages.ts'
import {
  isSocialProvider,
  SOCIAL_PROVIDERS,
  type SocialOutcome,
  type SocialProvider,
  type SocialSignInWindow,
} from '#core/protocol/sign-in.ts'
import type { Tables } from '#server/database/tables.ts'
import { writeUnlessUserDeleted } from '#server/database/statements.ts'
import type { Configuration } from '#server/settings/configuration.ts'
import {
  captureAuthEvents,
  EMAIL_UNPROVEN_ERROR_CODE,
  SIGN_IN_NOT_CONNECTED_ERROR_CODE,
  type BetterAuth,
  type ReportedProviderAccount,
} from './better-auth.ts'
import type { UserSession } from './user-session.ts'

export type SocialAttempt = {
  provider: SocialProvider
  way: SocialSignInWindow
  attempt: string
  connectTo: { userId: string; language: string } | null
}

type CallbackResult = {
  address: string
  cookies: readonly string[]
  outcome: SocialOutcome
  connected: { email: string; language: string } | null
  signedIn: { userId: string; picture: string | null } | null
}

export function createSocialSignIn(
  auth: BetterAuth,
  db: Kysely<Tables>,
  log: Logger,
  reach: ProviderGateway,
  sessions: {
    findSession: (request: Request) => Promise<UserSession | null>
    endSession: (session: UserSession) => Promise<void>
  },
) {
  async function start(request: Request, { provider, way, attempt, connectTo }: SocialAttempt) {
    // Not a page: an address that carries the attempt to `finish`. Better Auth stores it until then.
    const returned = withQuery('/auth/outcome', { provider, way, attempt, ...connectTo })
    const asked = {
      body: { provider, callbackURL: returned, errorCallbackURL: returned, disableRedirect: true },
      headers: request.headers,
      asResponse: true,
    } as const
    const response = await (connectTo === null
      ? auth.api.signInSocial(asked)
      : auth.api.linkSocialAccount(asked))
    const { url } = started.parse(await response.json())
    return { url: await reach.authorizationUrl(url), cookies: response.headers.getSetCookie() }
  }

  async function finish(request: Request, provider: SocialProvider): Promise<CallbackResult> {
    const before = await sessions.findSession(request)
    const captured = await captureAuthEvents(() => reach.callProvider(() => auth.handler(request))).catch(
      (error: unknown) => {
        log.error(error, 'a sign-in at a provider could not be finished')
        return null
      },
    )
    const returned = parseReturnedAttempt(captured?.result.headers.get('location') ?? null)
    // A callback of another provider, or one that nobody asked for, is refused.
    if (captured === null || returned === null || returned.provider !== provider)
      return { ...NOTHING, address: signInFailureUrlForProvider(provider), cookies: [], outcome: 'failed' }
    const { result: response, created, account, userId, picture } = captured
    const cookies = response.headers.getSetCookie()
    const told = (outcome: SocialOutcome) => ({
      ...NOTHING,
      address: outcomeAddress(returned, outcome),
      cookies,
      outcome,
    })
    const { connectTo } = returned
    if (connectTo !== null) {
      // Connecting works only while the user who began it is signed in. Nobody is signed in or out.
      if (before?.user.id !== connectTo.userId) return told('failed')
      const outcome = await connect(returned, connectTo.userId, account)
      if (outcome !== 'connected') return told(outcome)
      return { ...told('connected'), connected: { email: before.user.email, language: connectTo.language } }
    }
    if (returned.error !== null) return told(outcomeOfError(returned.error))
    // Ends the previous session of this browser, which may be somebody else's.
    if (before !== null) await sessions.endSession(before)
    return {
      ...told(created ? 'created' : 'signed-in'),
      signedIn: userId === null ? null : { userId, picture },
    }
  }

  async function connect(
    { provider, error }: ReturnedAttempt,
    userId: string,
    account: ReportedProviderAccount | null,
  ): Promise<SocialOutcome> {
    // Better Auth connects nothing by itself (validateUserInfo).
    return error === SIGN_IN_NOT_CONNECTED_ERROR_CODE && account !== null
      ? connectProviderAccount(db, userId, provider, account.accountId)
      : outcomeOfError(error ?? '')
  }

  async function hasStarted(request: Request): Promise<boolean> {
    const { createAuthCookie, secret } = await auth.$context
    const { name } = createAuthCookie('state')
    const signed = await parseSigned(request.headers.get('cookie') ?? '', secret, name)
    return typeof signed[name] === 'string'
  }

  return { start, finish, hasStarted }
}

export const signInFailureUrlForProvider = (provider: SocialProvider): string =>
  outcomeAddress({ provider, way: 'page', attempt: '', connectTo: null }, 'failed')

const NOTHING = { connected: null, signedIn: null }

const started = z.object({ url: z.url() })

type ReturnedAttempt = SocialAttempt & { error: string | null }

function parseReturnedAttempt(location: string | null): ReturnedAttempt | null {
  if (location === null) return null
  const { pathname, searchParams } = new URL(location, 'http://ours')
  const provider = searchParams.get('provider')
  const attempt = searchParams.get('attempt')
  if (pathname !== '/auth/outcome' || !isSocialProvider(provider) || attempt === null) return null
  const way = searchParams.get('way') === 'popup' ? 'popup' : 'page'
  const [userId, language] = [searchParams.get('userId'), searchParams.get('language')]
  const connectTo = userId === null ? null : { userId, language: language ?? FALLBACK_LANGUAGE }
  return { provider, way, attempt, connectTo, error: searchParams.get('error') }
}

function outcomeOfError(error: string): SocialOutcome {
  switch (error) {
    case 'access_denied':
      return 'cancelled'
    case 'email_not_found':
    case 'account_not_linked':
    case EMAIL_UNPROVEN_ERROR_CODE:
      return 'email-unproven'
    case SIGN_IN_NOT_CONNECTED_ERROR_CODE:
      return 'account-exists'
    default:
      return 'failed'
  }
}

function outcomeAddress(
  { provider, way, attempt, connectTo }: SocialAttempt,
  outcome: SocialOutcome,
): string {
  if (way === 'popup') return withQuery('/auth/done.html', { attempt, outcome })
  return connectTo === null
    ? withQuery('/signin', { social: outcome, provider })
    : withQuery('/account', { connect: outcome, provider })
}

const withQuery = (path: string, query: Record<string, string>) =>
  `${path}?${new URLSearchParams(query).toString()}`

type ConnectedSignIn = { provider: 'email' | SocialProvider; since: number }

export async function listSignInMethodsOfUser(
  db: Kysely<Tables>,
  userId: string,
): Promise<ConnectedSignIn[]> {
  const users = db.selectFrom('user').select('createdAt').where('id', '=', userId)
  const accounts = await db
    .selectFrom('account')
    .select(['providerId', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
  const signIns: ConnectedSignIn[] = (await users.execute()).map(({ createdAt }) => ({
    provider: 'email',
    since: createdAt.getTime(),
  }))
  for (const provider of SOCIAL_PROVIDERS) {
    // A person may have two accounts at one provider. `since` is the older one's.
    const account = accounts.find(({ providerId }) => providerId === provider)
    if (account !== undefined) signIns.push({ provider, since: account.createdAt.getTime() })
  }
  return signIns
}

async function connectProviderAccount(
  db: Kysely<Tables>,
  userId: string,
  provider: SocialProvider,
  accountId: string,
): Promise<'connected' | 'taken' | 'failed'> {
  const account = { accountId, providerId: provider }
  const result = await writeUnlessUserDeleted(db, userId, async db => {
    await db
      .insertInto('account')
      .values({ ...account, id: nanoid(32), userId, updatedAt: new Date() })
      .onConflict(conflict => conflict.columns(['providerId', 'accountId']).doNothing())
      .execute()
    const owners = db
      .selectFrom('account')
      .select('userId')
      .where(eb => eb.and(account))
    return (await owners.executeTakeFirst())?.userId === userId ? 'connected' : 'taken'
  })
  return result.kind === 'gone' ? 'failed' : result.value
}

export type ProviderGateway = {
  authorizationUrl: (url: string) => Promise<string>
  /** Runs `call`. On a development machine, its requests go to a local replacement for the providers. */
  callProvider: <Result>(call: () => Promise<Result>) => Promise<Result>
}

export type StartProviderStandIn = (configuration: Configuration) => Promise<ProviderGateway>

export function createProviderGateway(
  configuration: Configuration,
  startProviderStandIn: StartProviderStandIn | null,
): ProviderGateway {
  if (startProviderStandIn === null || !configuration.usesStandInProviders)
    return { authorizationUrl: async url => url, callProvider: call => call() }
  let loading: Promise<ProviderGateway> | null = null
  const standIn = () => (loading ??= startProviderStandIn(configuration))
  return {
    authorizationUrl: async url => (await standIn()).authorizationUrl(url),
    callProvider: async call => (await standIn()).callProvider(call),
  }
}
