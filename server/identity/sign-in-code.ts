import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import {
  SIGN_IN_CODE_LENGTH,
  SIGN_IN_CODE_LIFETIME_SECONDS,
  MAX_CODE_ATTEMPTS,
} from '#core/protocol/sign-in.ts'
import type { Tables } from '#server/database/tables.ts'
import type { RateLimitResult } from '#server/http/rate-limit.ts'
import type { SignInLimits } from './sign-in-limits.ts'

/** Returns six random digits. Leading zeros stay because people copy the digits by eye. */
export const generateCode = () =>
  String(randomInt(10 ** SIGN_IN_CODE_LENGTH)).padStart(SIGN_IN_CODE_LENGTH, '0')

/** Returns a random key for the browser that requests a mail. The code is valid only together with it (rule ID5). */
export const generateBrowserKey = () => randomBytes(32).toString('base64url')

type NewCode = { browserKey: string; email: string; code: string; linkIdentifier: string; now: number }

/**
 * Stores a code as an HMAC with the server's secret over browser, address and code. There are only a million codes, so
 * a plain hash in a stolen table could be reversed.
 */
export async function storeCode(db: Kysely<Tables>, secret: string, asked: NewCode): Promise<void> {
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

/** Deletes the previous code of a browser, because only the newest mail's code is valid. */
export async function deleteCodeByBrowser(db: Kysely<Tables>, browserKey: string): Promise<void> {
  await db.deleteFrom('sign_in_code').where('browser_hash', '=', browserHash(browserKey)).execute()
}

/** Deletes the code that was mailed together with a link that has been used. */
export async function deleteCodeByLink(db: Kysely<Tables>, linkIdentifier: string): Promise<void> {
  await db.deleteFrom('sign_in_code').where('link_identifier', '=', linkIdentifier).execute()
}

/** Whether a code was right, wrong, or refused because of too many attempts. */
export type CodeResult = { kind: 'right' } | { kind: 'wrong' } | Exclude<RateLimitResult, { kind: 'taken' }>

/**
 * Redeems a code together with the link of the same mail. Returns 'right' exactly once. Every attempt is counted before
 * it is compared, in one statement, so that a hundred concurrent guesses are still limited to five (rule ID6). Attempts
 * also count against the address's daily limit, which returns 'exhausted' (rule ID27).
 */
export async function redeemCode(
  db: Kysely<Tables>,
  secret: string,
  tried: { browserKey: string; email: string; code: string; now: number },
  { consumeCodeAttempt, refundCodeAttempt }: Pick<SignInLimits, 'consumeCodeAttempt' | 'refundCodeAttempt'>,
): Promise<CodeResult> {
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
  await deleteCodeByBrowser(db, tried.browserKey)
  // Deleting the link's row decides between link and code: only the request that deletes it signs in.
  const link = await db
    .deleteFrom('verification')
    .where('identifier', '=', row.link_identifier)
    .returning('id')
    .executeTakeFirst()
  return { kind: link === undefined ? 'wrong' : 'right' }
}

const browserHash = (browserKey: string) => createHash('sha256').update(browserKey).digest('base64url')

function codeHash(
  secret: string,
  { browserKey, email, code }: { browserKey: string; email: string; code: string },
) {
  return createHmac('sha256', secret).update(`sign-in-code\n${browserKey}\n${email}\n${code}`).digest()
}
