import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import type { ServerContext } from '#server/context.ts'
import { counterIncrementers } from '#server/observability/counters.ts'
import { writeUnlessUserDeleted } from '#server/database/statements.ts'
import { getAvatar } from '#core/protocol/operations.ts'
import { mountForUser } from '#server/http/mount-operation.ts'
import { problemResponse } from '#server/http/problem-response.ts'
import { fetchPicture, isFromProvider, isFromStandInProvider } from './fetch-picture.ts'

/** Keeps the previous picture if the download fails. Never rejects, because callers do not await it. */
export async function copyAvatarFromProvider(
  { configuration, database, log }: Pick<ServerContext, 'configuration' | 'database' | 'log'>,
  userId: string,
  address: string,
): Promise<void> {
  try {
    const isAllowed = configuration.usesStandInProviders ? isFromStandInProvider : isFromProvider
    const fetched = await fetchPicture(address, isAllowed)
    counterIncrementers.avatar(fetched.kind)
    // Logged without the address because it identifies the user.
    if (fetched.kind === 'refused') return log.info({ because: fetched.because }, 'a picture was not fetched')
    const { bytes, type } = fetched
    const hash = createHash('sha256').update(bytes).digest('base64url')
    await writeUnlessUserDeleted(database.db, userId, async db => {
      await db
        .insertInto('avatar')
        .values({ user_id: userId, bytes, type })
        .onConflict(conflict => conflict.column('user_id').doUpdateSet({ bytes, type }))
        .execute()
      // The hash gives a new picture a new address, so that caches show no older one.
      const image = `${getAvatar.path}?picture=${hash}`
      await db.updateTable('user').set({ image }).where('id', '=', userId).execute()
    })
  } catch (error) {
    log.error(error, 'a picture could not be stored')
  }
}

export function avatarRoutes({ database, identity }: ServerContext): Hono {
  const routes = new Hono()
  mountForUser(routes, identity, getAvatar, async (exchange, { user }) => {
    const avatar = await database.db
      .selectFrom('avatar')
      .select(['bytes', 'type'])
      .where('user_id', '=', user.id)
      .executeTakeFirst()
    if (avatar === undefined) return problemResponse('not-found')
    return exchange.body(new Uint8Array(avatar.bytes), 200, {
      'content-type': avatar.type,
      // The bytes come from elsewhere, so browsers must show them as a picture or not at all.
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
  })
  return routes
}
