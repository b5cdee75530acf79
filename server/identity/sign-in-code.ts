import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { CODE_LENGTH, CODE_TRIES, LINK_SECONDS } from '#core/sign-in.ts'
import type { Tables } from '#server/database/tables.ts'

/** Six digits, never fewer: people copy them by eye. */
export const newCode = () => String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0')

/** What the browser that asks for a mail is given, so that the code works nowhere else (rule ID5). */
export const newBrowserKey = () => randomBytes(32).toString('base64url')

type Asked = { browserKey: string; email: string; code: string; linkIdentifier: string; now: number }

/**
 * Stores the code of a mail. At rest it is an HMAC with the server's secret over browser, address and code: a
 * stolen table gives no code away, though there are only a million.
 */
export async function storeCode(db: Kysely<Tables>, secret: string, asked: Asked): Promise<void> {
  await db
    .insertInto('sign_in_code')
    .values({
      browser_hash: browserHash(asked.browserKey),
      email: asked.email,
      code_hash: codeHash(secret, asked).toString('base64url'),
      link_identifier: asked.linkIdentifier,
      tries: 0,
      created_at: asked.now,
      expires_at: asked.now + LINK_SECONDS * 1000,
    })
    .execute()
}

/** Forgets the code that a browser was given before: only the newest mail's code counts. */
export async function forgetCode(db: Kysely<Tables>, browserKey: string): Promise<void> {
  await db.deleteFrom('sign_in_code').where('browser_hash', '=', browserHash(browserKey)).execute()
}

/** Forgets the code that came with a link which has been used. */
export async function forgetCodeOf(db: Kysely<Tables>, linkIdentifier: string): Promise<void> {
  await db.deleteFrom('sign_in_code').where('link_identifier', '=', linkIdentifier).execute()
}

/**
 * Uses a code up, together with the link of the same mail: true exactly once. A wrong code counts before it is
 * compared, in one statement, so that a hundred guesses at once are still five (rule ID6).
 */
export async function useCode(
  db: Kysely<Tables>,
  secret: string,
  tried: { browserKey: string; email: string; code: string; now: number },
): Promise<boolean> {
  const row = await db
    .updateTable('sign_in_code')
    .set({ tries: sql`tries + 1` })
    .where('browser_hash', '=', browserHash(tried.browserKey))
    .where('tries', '<', CODE_TRIES)
    .where('expires_at', '>', tried.now)
    .returning(['code_hash', 'link_identifier'])
    .executeTakeFirst()
  if (row === undefined) return false
  if (!timingSafeEqual(codeHash(secret, tried), Buffer.from(row.code_hash, 'base64url'))) return false
  await forgetCode(db, tried.browserKey)
  // The link's row is the one thing that link and code compete for: whoever deletes it has signed in.
  const link = await db
    .deleteFrom('verification')
    .where('identifier', '=', row.link_identifier)
    .returning('id')
    .executeTakeFirst()
  return link !== undefined
}

const browserHash = (browserKey: string) => createHash('sha256').update(browserKey).digest('base64url')

function codeHash(
  secret: string,
  { browserKey, email, code }: { browserKey: string; email: string; code: string },
) {
  return createHmac('sha256', secret).update(`sign-in-code\n${browserKey}\n${email}\n${code}`).digest()
}
