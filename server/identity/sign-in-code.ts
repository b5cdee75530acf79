import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import {
  SIGN_IN_CODE_LENGTH,
  SIGN_IN_CODE_LIFETIME_SECONDS,
  MAX_CODE_ATTEMPTS,
} from '#core/protocol/sign-in.ts'
import type { Tables } from '#server/database/tables.ts'
import type { RateLimitResult } from '#server/http/rate-limit.ts'
import type { SignInRateLimiter } from './sign-in-rate-limiter.ts'

export const generateSignInCode = () =>
  String(randomInt(10 ** SIGN_IN_CODE_LENGTH)).padStart(SIGN_IN_CODE_LENGTH, '0')

/** The code in a mail is valid only in the browser that has this key (rule ID5). */
export const generateSignInBrowserKey = () => randomBytes(32).toString('base64url')

type NewCode = { browserKey: string; email: string; code: string; linkIdentifier: string; now: number }

/** Stores an HMAC with the server's secret: a plain hash could be reversed by trying all million codes. */
export async function storeSignInCode(db: Kysely<Tables>, secret: string, asked: NewCode): Promise<void> {
  await db
    .insertInto('sign_in_code')
    .values({
      browser_hash: browserHash(asked.browserKey),
      email: asked.email,
      code_hash: codeHash(secret, asked).toString('base64url'),
      link_identifier: asked.linkIdentifier,
      tries: 0,
      created_at: asked.now,
      expires_at: asked.now + SIGN_IN_CODE_LIFETIME_SECONDS * 1000,
    })
    .execute()
}

export async function deleteSignInCodeByBrowser(db: Kysely<Tables>, browserKey: string): Promise<void> {
  await db.deleteFrom('sign_in_code').where('browser_hash', '=', browserHash(browserKey)).execute()
}

export type SignInCodeResult =
  | { kind: 'right' }
  | { kind: 'wrong' }
  | { kind: 'link-used' }
  | Exclude<RateLimitResult, { kind: 'taken' }>

/** Counts each attempt before comparing, so that concurrent requests cannot exceed the limit (rule ID5). */
export async function verifySignInCode(
  db: Kysely<Tables>,
  secret: string,
  tried: { browserKey: string; email: string; code: string; now: number },
  {
    consumeCodeAttempt,
    refundCodeAttempt,
  }: Pick<SignInRateLimiter, 'consumeCodeAttempt' | 'refundCodeAttempt'>,
): Promise<SignInCodeResult> {
  const row = await db
    .updateTable('sign_in_code')
    .set({ tries: sql`tries + 1` })
    .where('browser_hash', '=', browserHash(tried.browserKey))
    .where('email', '=', tried.email)
    .where('tries', '<', MAX_CODE_ATTEMPTS)
    .where('expires_at', '>', tried.now)
    .returning(['code_hash', 'link_identifier'])
    .executeTakeFirst()
  // Attempts without a stored code do not count: otherwise strangers could use up the limit of an address.
  if (row === undefined) return { kind: 'wrong' }
  const taken = await consumeCodeAttempt()
  if (taken.kind === 'exhausted') return taken
  if (!timingSafeEqual(codeHash(secret, tried), Buffer.from(row.code_hash, 'base64url')))
    return { kind: 'wrong' }
  await refundCodeAttempt()
  // Deleting the link's row decides between link and code: only the request that deletes it signs in.
  const link = await db
    .deleteFrom('verification')
    .where('identifier', '=', row.link_identifier)
    .returning('id')
    .executeTakeFirst()
  // Reported only to the browser that asked for the mail, and only after the right code.
  if (link === undefined) return { kind: 'link-used' }
  await deleteSignInCodeByBrowser(db, tried.browserKey)
  return { kind: 'right' }
}

const browserHash = (browserKey: string) => createHash('sha256').update(browserKey).digest('base64url')

function codeHash(
  secret: string,
  { browserKey, email, code }: { browserKey: string; email: string; code: string },
) {
  return createHmac('sha256', secret).update(`sign-in-code\n${browserKey}\n${email}\n${code}`).digest()
}
