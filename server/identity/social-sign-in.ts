import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import * as z from 'zod'
import { isSocialProvider } from '#core/social-provider.ts'
import type { SocialOutcome, SocialProvider, SocialWay } from '#core/social-provider.ts'
import type { NamedPicture } from '#server/account/avatar/keep-avatar.ts'
import type { Tables } from '#server/database/tables.ts'
import { EMAIL_UNPROVEN, overhear } from './better-auth.ts'
import type { BetterAuth } from './better-auth.ts'
import type { SocialReach } from './social-reach.ts'
import type { WaitingAccount } from './waiting-account.ts'

type Attempt = { provider: SocialProvider; way: SocialWay; attempt: string }

export type SocialSignIn = {
  /** Begins a sign-in: the provider's page, and the cookie that ties its answer to this browser. */
  start: (request: Request, attempt: Attempt) => Promise<{ url: string; cookies: readonly string[] }>
  /** What a browser that comes back from a provider gets: an address of ours that tells the outcome. Never throws at it. */
  finish: (request: Request, provider: SocialProvider) => Promise<Finished>
}

type Finished = {
  address: string
  cookies: readonly string[]
  outcome: SocialOutcome
  waiting: WaitingAccount | null
  /** The picture that the provider has named, of whoever is signed in now. */
  picture: NamedPicture | null
}

/** Better Auth speaks with the providers; where it sends browsers and what it tells them is ours. */
export function createSocialSignIn(
  auth: BetterAuth,
  db: Kysely<Tables>,
  log: Logger,
  reach: SocialReach,
  sessionIdOf: (request: Request) => Promise<string | null>,
): SocialSignIn {
  async function start(request: Request, { provider, way, attempt }: Attempt) {
    // Never a page: an address that `finish` reads, kept on the server meanwhile.
    const carried = withQuery('/auth/outcome', { provider, way, attempt })
    const response = await auth.api.signInSocial({
      body: { provider, callbackURL: carried, errorCallbackURL: carried, disableRedirect: true },
      headers: request.headers,
      asResponse: true,
    })
    const { url } = started.parse(await response.json())
    return { url: await reach.pageFor(url), cookies: response.headers.getSetCookie() }
  }

  async function finish(request: Request, provider: SocialProvider): Promise<Finished> {
    const before = await sessionIdOf(request)
    const heard = await overhear(() => reach.within(() => auth.handler(request))).catch((error: unknown) => {
      log.error(error, 'a sign-in at a provider could not be finished')
      return null
    })
    const carried = carriedBy(heard?.result.headers.get('location') ?? null)
    // Who comes back with another provider's answer, or with none that we have asked for, is not let in.
    if (heard === null || carried === null || carried.provider !== provider) {
      return {
        address: addressOf({ provider, way: 'page', attempt: '' }, 'failed'),
        cookies: [],
        outcome: 'failed',
        waiting: null,
        picture: null,
      }
    }
    const { result: response, created, account, userId, picture } = heard
    const cookies = response.headers.getSetCookie()
    if (carried.error !== null) {
      const outcome = outcomeOf(carried.error)
      const waiting = outcome === 'email-unproven' && account !== null ? { provider, ...account } : null
      return { address: addressOf(carried, outcome), cookies, outcome, waiting, picture: null }
    }
    // Whoever was signed in here before, perhaps by someone else's doing, is so no longer.
    if (before !== null) await db.deleteFrom('session').where('id', '=', before).execute()
    const outcome = created ? 'created' : 'signed-in'
    const named = userId === null || picture === null ? null : { userId, address: picture }
    return { address: addressOf(carried, outcome), cookies, outcome, waiting: null, picture: named }
  }

  return { start, finish }
}

const started = z.object({ url: z.url() })

function carriedBy(location: string | null): (Attempt & { error: string | null }) | null {
  if (location === null) return null
  const { pathname, searchParams } = new URL(location, 'http://ours')
  const provider = searchParams.get('provider')
  const attempt = searchParams.get('attempt')
  if (pathname !== '/auth/outcome' || !isSocialProvider(provider) || attempt === null) return null
  const way = searchParams.get('way') === 'popup' ? 'popup' : 'page'
  return { provider, way, attempt, error: searchParams.get('error') }
}

/** What a code of the provider's or of Better Auth's means to whoever wants in. */
function outcomeOf(error: string): SocialOutcome {
  switch (error) {
    case 'access_denied':
      return 'cancelled'
    case 'email_not_found':
    case 'account_not_linked':
    case EMAIL_UNPROVEN:
      return 'email-unproven'
    default:
      return 'failed'
  }
}

function addressOf({ provider, way, attempt }: Attempt, outcome: SocialOutcome): string {
  if (way === 'popup') return withQuery('/auth/done.html', { attempt, outcome })
  return withQuery('/signin', { social: outcome, provider })
}

const withQuery = (path: string, query: Record<string, string>) =>
  `${path}?${new URLSearchParams(query).toString()}`
