import type { Kysely } from 'kysely'
import type { StripeRole } from '#core/plan.ts'
import type { Tables } from '#server/database/tables.ts'

// A payment that failed is tried again by the provider for some days; nobody loses Pro on the first day.
const PRO_STATUSES = ['active', 'trialing', 'past_due'] as const

/** What a user may do by their subscriptions, read at every call and never kept (rule LS9). */
export async function stripeRoleOf(db: Kysely<Tables>, userId: string): Promise<StripeRole> {
  const paying = await db
    .selectFrom('subscription')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', 'in', PRO_STATUSES)
    .limit(1)
    .executeTakeFirst()
  return paying === undefined ? null : 'pro'
}
