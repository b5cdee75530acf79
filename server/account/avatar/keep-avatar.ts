import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { counted } from '#server/counters.ts'
import { whileUserLives } from '#server/identity/living-user.ts'
import { hasStandInProviders } from '#server/identity/social-settings.ts'
import { fetchPicture, PUBLIC_ONLY, THIS_MACHINE_ONLY } from './fetch-picture.ts'
import type { FetchedPicture } from './fetch-picture.ts'

/** Under which address its owner gets a picture of ours; another picture has another address. */
export const AVATAR_PATH = '/api/v1/account/avatar'

export type NamedPicture = { userId: string; address: string }

type AvatarContext = Pick<Context, 'configuration' | 'database' | 'log' | 'now'>

/**
 * Fetches the picture that a provider has named at a sign-in and keeps it with us (D22). Nobody waits for it, so it
 * never rejects; what cannot be fetched changes nothing.
 */
export async function keepAvatar(context: AvatarContext, named: NamedPicture): Promise<void> {
  const { configuration, log, now } = context
  const askedAt = now()
  try {
    const rules = hasStandInProviders(configuration) ? THIS_MACHINE_ONLY : PUBLIC_ONLY
    const fetched = await fetchPicture(named.address, rules)
    counted.avatar(fetched.kind === 'picture' ? 'fetched' : fetched.because)
    // Without the address: it tells who somebody is.
    if (fetched.kind === 'refused') log.info({ because: fetched.because }, 'a picture was not fetched')
    else await store(context, named.userId, fetched, askedAt)
  } catch (error) {
    counted.avatar('not-stored')
    log.error(error, 'a picture could not be stored')
  }
}

async function store(
  { database }: AvatarContext,
  userId: string,
  { bytes, type }: Extract<FetchedPicture, { kind: 'picture' }>,
  askedAt: number,
): Promise<void> {
  const hash = createHash('sha256').update(bytes).digest('base64url')
  await whileUserLives(database.db, userId, async db => {
    const stored = await db
      .insertInto('avatar')
      .values({ user_id: userId, bytes, type, hash, fetched_at: askedAt })
      .onConflict(conflict =>
        conflict
          .column('user_id')
          .doUpdateSet({ bytes, type, hash, fetched_at: askedAt })
          // The slow answer to an older sign-in does not replace the newer picture.
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
