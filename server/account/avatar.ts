import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Hono } from 'hono'
import type { ServerContext } from '#server/context.ts'
import { incrementCounter } from '#server/observability/counters.ts'
import { writeUnlessUserDeleted } from '#server/database/statements.ts'
import { getAvatar } from '#core/protocol/operations.ts'
import { mountForUser } from '#server/http/mount-operation.ts'
import { problemResponse } from '#server/http/problem-response.ts'
import { fetchPicture, isProviderPicture, isStandInPicture } from './fetch-picture.ts'
import type { PictureFetchResult, ProviderPicture } from './fetch-picture.ts'

/**
 * URL path of the signed-in user's picture. Links to it contain the picture's version as a query parameter, so that
 * browsers do not show an older picture from their cache.
 */
const AVATAR_PATH = '/api/v1/account/avatar'

type AvatarContext = Pick<ServerContext, 'configuration' | 'database' | 'log' | 'now'>

/**
 * Downloads a user's picture from a social sign-in provider and stores it in the database (D22). If the download fails,
 * the previous picture stays. Never rejects, because callers do not await it.
 */
export async function copyAvatarFromProvider(context: AvatarContext, named: ProviderPicture): Promise<void> {
  const { configuration, log, now } = context
  const askedAt = now()
  try {
    const isAllowed = configuration.usesStandInProviders ? isStandInPicture : isProviderPicture
    const fetched = await fetchPicture(named.address, isAllowed)
    incrementCounter.avatar(fetched.kind === 'picture' ? 'fetched' : fetched.because)
    // Logged without the address because it identifies the user.
    if (fetched.kind === 'refused') log.info({ because: fetched.because }, 'a picture was not fetched')
    else await storePicture(context, named.userId, fetched, askedAt)
  } catch (error) {
    incrementCounter.avatar('not-stored')
    log.error(error, 'a picture could not be stored')
  }
}

async function storePicture(
  { database }: AvatarContext,
  userId: string,
  { bytes, type }: Extract<PictureFetchResult, { kind: 'picture' }>,
  askedAt: number,
): Promise<void> {
  const hash = createHash('sha256').update(bytes).digest('base64url')
  await writeUnlessUserDeleted(database.db, userId, async db => {
    const stored = await db
      .insertInto('avatar')
      .values({ user_id: userId, bytes, type, hash, fetched_at: askedAt })
      .onConflict(conflict =>
        conflict
          .column('user_id')
          .doUpdateSet({ bytes, type, hash, fetched_at: askedAt })
          // A slow response for an older sign-in must not replace a newer picture.
          .where(sql<boolean>`avatar.fetched_at <= excluded.fetched_at`),
      )
      .returning('hash')
      .executeTakeFirst()
    if (stored === undefined) return
    await db
      .updateTable('user')
      .set({ image: `${AVATAR_PATH}?picture=${hash}` })
      .where('id', '=', userId)
      .execute()
  })
}

/** Route GET /account/avatar, which returns the signed-in user's own picture (D22, rule AV7). */
export function avatarRoutes({ database, identity }: ServerContext): Hono {
  const routes = new Hono()
  mountForUser(routes, identity, getAvatar, async (exchange, { user }) => {
    const found = database.db.selectFrom('avatar').where('user_id', '=', user.id)
    const avatar = await found.select(['type', 'hash']).executeTakeFirst()
    if (avatar === undefined) return problemResponse('not-found')
    const headers = {
      etag: `"${avatar.hash}"`,
      // The bytes come from elsewhere, so browsers must show them as a picture or not at all.
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    }
    if (exchange.req.header('if-none-match') === headers.etag) return exchange.body(null, 304, headers)
    const { bytes, type, hash } = await found.select(['bytes', 'type', 'hash']).executeTakeFirstOrThrow()
    return exchange.body(new Uint8Array(bytes), 200, { ...headers, etag: `"${hash}"`, 'content-type': type })
  })
  return routes
}
