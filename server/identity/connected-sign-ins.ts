import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { nanoid } from 'nanoid'
import { SOCIAL_PROVIDERS } from '#core/protocol/social-provider.ts'
import type { SocialProvider } from '#core/protocol/social-provider.ts'
import type { Tables } from '#server/database/tables.ts'
import { inTransaction } from '#server/database/transaction.ts'

/** A way to sign in; `since` is in milliseconds. */
type ConnectedSignIn = { provider: 'email' | SocialProvider; since: number }

/**
 * Returns the sign-in methods of a user: the email address if it is verified, then the connected social sign-in
 * providers.
 */
export async function listConnectedSignIns(db: Kysely<Tables>, userId: string): Promise<ConnectedSignIn[]> {
  const user = await db
    .selectFrom('user')
    .select(['emailVerified', 'createdAt'])
    .where('id', '=', userId)
    .executeTakeFirst()
  const accounts = await db
    .selectFrom('account')
    .select(['providerId', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
  const signIns: ConnectedSignIn[] = user?.emailVerified
    ? [{ provider: 'email', since: user.createdAt.getTime() }]
    : []
  for (const provider of SOCIAL_PROVIDERS) {
    // A person may have two accounts at one provider. `since` is the older one's.
    const account = accounts.find(({ providerId }) => providerId === provider)
    if (account !== undefined) signIns.push({ provider, since: account.createdAt.getTime() })
  }
  return signIns
}

/**
 * Connects an account at a social sign-in provider to a user, who can then sign in with it. Connects nothing and
 * returns 'unchanged' if the account is already connected to this user, 'taken' if it is connected to another user, and
 * 'gone' if the user was deleted.
 */
export async function connectProviderAccount(
  db: Kysely<Tables>,
  userId: string,
  { provider, accountId }: { provider: SocialProvider; accountId: string },
): Promise<'connected' | 'unchanged' | 'taken' | 'gone'> {
  const { value } = await inTransaction<'connected' | 'unchanged' | 'taken' | 'gone'>(db, async db => {
    if (!(await lockUser(db, userId))) return { kind: 'rollback', value: 'gone' }
    // A lock is needed because no unique index keeps an account at a provider from having two owners.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${provider} ${accountId}`}::text, 0))`.execute(
      db,
    )
    const owner = await db
      .selectFrom('account')
      .select('userId')
      .where('providerId', '=', provider)
      .where('accountId', '=', accountId)
      .executeTakeFirst()
    if (owner !== undefined)
      return { kind: 'rollback', value: owner.userId === userId ? 'unchanged' : 'taken' }
    await db
      .insertInto('account')
      .values({ ...EMPTY_ACCOUNT_FIELDS, id: nanoid(32), accountId, providerId: provider, userId })
      .execute()
    return { kind: 'commit', value: 'connected' }
  })
  return value
}

/**
 * Disconnects a social sign-in provider from a user. Returns 'not-found' if it is not connected, and 'last' if it is
 * the user's only sign-in method and therefore stays (rule ID35).
 */
export async function disconnectProvider(
  db: Kysely<Tables>,
  userId: string,
  provider: SocialProvider,
): Promise<'removed' | 'not-found' | 'last'> {
  const { value } = await inTransaction<'removed' | 'not-found' | 'last'>(db, async db => {
    // The lock makes the second of two concurrent removals see the result of the first.
    await lockUser(db, userId)
    const signIns = await listConnectedSignIns(db, userId)
    if (!signIns.some(signIn => signIn.provider === provider)) return { kind: 'rollback', value: 'not-found' }
    if (signIns.length === 1) return { kind: 'rollback', value: 'last' }
    await db.deleteFrom('account').where('userId', '=', userId).where('providerId', '=', provider).execute()
    return { kind: 'commit', value: 'removed' }
  })
  return value
}

/** Locks the user's row until the transaction ends. Returns false if there is no such user. */
async function lockUser(db: Kysely<Tables>, userId: string): Promise<boolean> {
  const user = db.selectFrom('user').select('id').where('id', '=', userId).forUpdate()
  return (await user.executeTakeFirst()) !== undefined
}

// Provider tokens are not stored (rule ID18).
const EMPTY_ACCOUNT_FIELDS = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
  scope: null,
  password: null,
  updatedAt: sql<Date>`current_timestamp`,
}
