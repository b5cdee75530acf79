import type { Context as Exchange } from 'hono'
import { deleteCookie, getSignedCookie, setCookie, setSignedCookie } from 'hono/cookie'
import { nanoid } from 'nanoid'
import * as z from 'zod'
import { PENDING_CONNECTION_COOKIE_SUFFIX, SOCIAL_PROVIDERS } from '#core/protocol/social-provider.ts'
import type { Configuration } from '#server/settings/configuration.ts'
import { emailAddressSchema } from './email-address.ts'
import type { SessionUser } from './user-session.ts'
import { hostCookieSettings } from './host-cookie.ts'

// Long enough to request a mail, receive it, use it and then answer the question.
const PENDING_SECONDS = 1800

/** An account at a provider that this browser has signed in to and that is not connected to a user yet. */
const signInProof = z.object({
  provider: z.enum(SOCIAL_PROVIDERS),
  accountId: z.string().min(1).max(200),
  /** The address that the provider names, or null. */
  email: emailAddressSchema.nullable(),
  /**
   * The user who started to connect the account on the account screen. If null, the account's email address decides.
   */
  userId: z.string().nullable(),
})

/**
 * An account at a social sign-in provider that the user of this browser owns, as proven by signing in at the provider.
 */
export type ProvenProviderAccount = z.infer<typeof signInProof>

const pendingSignIn = signInProof.extend({
  /** Sent back with the user's answer, so that only the account that was shown is connected. */
  id: z.string(),
  until: z.number(),
})

/** An account at a social sign-in provider that is connected to the user only after the user has confirmed it. */
export type PendingProviderConnection = z.infer<typeof pendingSignIn>

type Settings = Pick<Configuration, 'origin' | 'secret'>

/**
 * Stores an account at a social sign-in provider in a signed cookie, which is valid for 30 minutes, until the user
 * confirms or declines the connection (rule ID34). A second cookie, which scripts can read, only shows that a
 * confirmation is pending.
 */
export async function storePendingConnection(
  exchange: Exchange,
  { origin, secret }: Settings,
  proof: ProvenProviderAccount,
  now: number,
): Promise<void> {
  const pending: PendingProviderConnection = { ...proof, id: nanoid(), until: now + PENDING_SECONDS * 1000 }
  const cookie = pendingCookie(origin)
  await setSignedCookie(exchange, cookie.name, JSON.stringify(pending), signingKey(secret), cookie.setOptions)
  const mark = pendingMarkCookie(origin)
  setCookie(exchange, mark.name, '1', { ...mark.setOptions, httpOnly: false })
}

/**
 * Returns the account at a social sign-in provider that this user has yet to confirm in this browser. The account must
 * have the user's email address, or the user must have started the connection. Returns null if no account is waiting,
 * or if the stored one has expired or is not signed correctly.
 */
export async function readPendingConnection(
  exchange: Exchange,
  { origin, secret }: Settings,
  user: Pick<SessionUser, 'id' | 'email'>,
  now: number,
): Promise<PendingProviderConnection | null> {
  const kept = await getSignedCookie(exchange, signingKey(secret), pendingCookie(origin).name)
  if (typeof kept !== 'string') return null
  const parsed = pendingSignIn.safeParse(JSON.parse(kept))
  if (!parsed.success || parsed.data.until <= now) return null
  const pending = parsed.data
  const isTheirs = pending.userId === null ? pending.email === user.email : pending.userId === user.id
  return isTheirs ? pending : null
}

/**
 * Deletes both cookies of a pending connection to a social sign-in provider, after the user has confirmed or declined
 * the connection or has deleted their Dacapo account.
 */
export function deletePendingConnection(exchange: Exchange, { origin }: Pick<Configuration, 'origin'>): void {
  for (const { name, deleteOptions } of [pendingCookie(origin), pendingMarkCookie(origin)])
    deleteCookie(exchange, name, deleteOptions)
}

const pendingCookie = (origin: string) => hostCookieSettings(origin, 'pending', PENDING_SECONDS)
const pendingMarkCookie = (origin: string) =>
  hostCookieSettings(origin, PENDING_CONNECTION_COOKIE_SUFFIX, PENDING_SECONDS)

// A key of its own, so that a value signed for another cookie is not valid here.
const signingKey = (secret: string) => `pending sign-in\n${secret}`
