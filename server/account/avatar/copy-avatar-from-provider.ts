import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { ServerContext } from '#server/context.ts'
import { incrementCounter } from '#server/observability/counters.ts'
import { writeUnlessUserDeleted } from '#server/identity/write-unless-user-deleted.ts'
import { usesStandInSocialProviders } from '#server/settings/social-settings.ts'
import type { ProviderPicture } from './provider-picture.ts'
import { fetchPicture, PUBLIC_PICTURE_RULES, LOOPBACK_PICTURE_RULES } from './fetch-picture.ts'
import type { PictureFetchResult } from './fetch-picture.ts'

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
    const rules = usesStandInSocialProviders(configuration) ? LOOPBACK_PICTURE_RULES : PUBLIC_PICTURE_RULES
    const fetched = await fetchPicture(named.address, rules)
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
