import { createHash, randomBytes } from 'node:crypto'
import type { Context as Exchange } from 'hono'
import { deleteCookie, getSignedCookie, setSignedCookie } from 'hono/cookie'
import { RETENTION_PERIODS } from '#core/library/retention.ts'
import { MAX_WRONG_CODES_PER_DAY } from '#core/protocol/sign-in.ts'
import type { ServerContext } from '#server/context.ts'
import {
  consumeRateLimit,
  rateLimitPerDay,
  rateLimitPerHour,
  peekRateLimit,
  refuseIfClientRateLimited,
  tooManyRequestsIfExceeded,
  refundRateLimit,
} from '#server/http/rate-limit.ts'
import type { Configuration } from '#server/settings/configuration.ts'
import { hostCookieSettings } from './host-cookie.ts'

export type SignInRateLimiter = Awaited<ReturnType<typeof signInRateLimiterOfRequest>>

/** A browser that has signed in with the address has its own limits, which strangers cannot use up. */
export async function signInRateLimiterOfRequest(context: ServerContext, exchange: Exchange, email: string) {
  const { configuration, database, now } = context
  const { db } = database
  const { limits } = configuration
  const known = await knownBrowserKey(exchange, configuration, email)
  const who = known ?? email
  const suffix = known === null ? 'per-email' : 'per-known-browser'
  const mails = {
    what: `mails-${suffix}`,
    who: mailboxOf(who),
    allowance: rateLimitPerHour(limits.mailsPerEmail),
  }
  const codes = { what: `wrong-codes-${suffix}`, who, allowance: rateLimitPerDay(MAX_WRONG_CODES_PER_DAY) }
  return {
    async refuseIfTooManyMails(): Promise<Response | null> {
      const limit = { what: 'mails-per-client', allowance: rateLimitPerHour(limits.mailsPerClient) }
      const refused = known === null ? await refuseIfClientRateLimited(context, exchange, limit) : null
      return refused ?? tooManyRequestsIfExceeded(await consumeRateLimit(db, { ...mails, now: now() }))
    },
    refundMail: () => refundRateLimit(db, mails.what, mails.who),
    consumeCodeAttempt: () => consumeRateLimit(db, { ...codes, now: now() }),
    refundCodeAttempt: () => refundRateLimit(db, codes.what, who),
    peekCodeAttempts: () => peekRateLimit(db, { ...codes, now: now() }),
  }
}

// Mails to name+1@ and name+2@ come to the mailbox of name@ at most providers.
const mailboxOf = (email: string) => email.replace(/(?<=\S)\+[^@]*(?=@)/, '')

const KNOWN_SECONDS = RETENTION_PERIODS.knownBrowserDays * 86_400
const MOST_ADDRESSES = 5

type Settings = Pick<Configuration, 'origin' | 'secret'>

async function knownBrowserKey(
  exchange: Exchange,
  settings: Settings,
  email: string,
): Promise<string | null> {
  const known = await readKnownCookie(exchange, settings)
  return known?.addresses.includes(hashAddress(known.id, email)) ? `${known.id} ${email}` : null
}

export async function rememberEmailInBrowser(
  exchange: Exchange,
  settings: Settings,
  email: string,
): Promise<void> {
  const { id, addresses } = (await readKnownCookie(exchange, settings)) ?? { id: newId(), addresses: [] }
  const { name, setOptions } = knownBrowserCookie(settings.origin)
  const known = [...new Set([hashAddress(id, email), ...addresses])].slice(0, MOST_ADDRESSES)
  await setSignedCookie(exchange, name, [id, ...known].join('.'), signingKey(settings.secret), setOptions)
}

export function deleteKnownEmailsCookie(exchange: Exchange, { origin }: Pick<Settings, 'origin'>): void {
  const { name, deleteOptions } = knownBrowserCookie(origin)
  deleteCookie(exchange, name, deleteOptions)
}

async function readKnownCookie(exchange: Exchange, { origin, secret }: Settings) {
  const value = await getSignedCookie(exchange, signingKey(secret), knownBrowserCookie(origin).name)
  if (typeof value !== 'string') return null
  const [id = '', ...addresses] = value.split('.')
  return { id, addresses }
}

const newId = () => randomBytes(16).toString('base64url')

// The cookie holds hashes: somebody who reads it on the disk can only check addresses that they already know.
const hashAddress = (id: string, email: string) =>
  createHash('sha256').update(`${id}\n${email}`).digest('base64url').slice(0, 22)

const knownBrowserCookie = (origin: string) => hostCookieSettings(origin, 'known', KNOWN_SECONDS)
// A key of its own, so that a value signed for another cookie is not valid here.
const signingKey = (secret: string) => `known browser\n${secret}`
