import type { Context as Exchange } from 'hono'
import { deleteCookie, getSignedCookie, setSignedCookie } from 'hono/cookie'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { nanoid } from 'nanoid'
import * as z from 'zod'
import { SOCIAL_PROVIDERS } from '#core/social-provider.ts'
import type { Configuration } from '#server/configuration.ts'
import type { Tables } from '#server/database/tables.ts'
import { emailAddress } from './email-address.ts'
import { hostCookie } from './host-cookie.ts'

// As long as it may take to ask for a mail, and to get it and use it after that.
const WAITING_SECONDS = 1800

/**
 * An account at a provider that does not vouch for its address. This browser has signed in there; when it also proves
 * the address, by mail, both are the same person's (rule ID21).
 */
const waitingAccount = z.object({
  provider: z.enum(SOCIAL_PROVIDERS),
  accountId: z.string().min(1).max(200),
  email: emailAddress,
})

export type WaitingAccount = z.infer<typeof waitingAccount>

type Settings = Pick<Configuration, 'origin' | 'secret'>

/** Leaves the account with this browser, signed, until the address has been proven. */
export async function keepWaiting(
  exchange: Exchange,
  { origin, secret }: Settings,
  account: WaitingAccount,
  now: number,
): Promise<void> {
  const kept = JSON.stringify({ ...account, until: now + WAITING_SECONDS * 1000 })
  const cookie = cookieAt(origin)
  await setSignedCookie(exchange, cookie.name, kept, keyOf(secret), cookie.kept)
}

/** What waits in this browser, once; null for nothing, for what is too old and for what we have not signed. */
export async function takeWaiting(
  exchange: Exchange,
  { origin, secret }: Settings,
  now: number,
): Promise<WaitingAccount | null> {
  const cookie = cookieAt(origin)
  const kept = await getSignedCookie(exchange, keyOf(secret), cookie.name)
  if (kept === undefined) return null
  deleteCookie(exchange, cookie.name, cookie.gone)
  if (kept === false) return null
  const parsed = waitingAccount.extend({ until: z.number() }).safeParse(JSON.parse(kept))
  return parsed.success && parsed.data.until > now ? parsed.data : null
}

/** From now on the account signs in as this user; one that is somebody's already stays theirs. */
export async function joinAccount(
  db: Kysely<Tables>,
  userId: string,
  { provider, accountId }: WaitingAccount,
): Promise<void> {
  await sql`
    insert into account (id, "accountId", "providerId", "userId", "updatedAt")
    select ${nanoid(32)}::text, ${accountId}::text, ${provider}::text, ${userId}::text, current_timestamp
    where not exists (
      select 1 from account where "accountId" = ${accountId} and "providerId" = ${provider}
    ) and exists (select 1 from "user" where id = ${userId} for key share)`.execute(db)
}

const cookieAt = (origin: string) => hostCookie(origin, 'waiting', WAITING_SECONDS)

// Not the key of other cookies: what is signed for one purpose must not pass for another.
const keyOf = (secret: string) => `waiting account\n${secret}`
