import type { Kysely, RawBuilder } from 'kysely'
import type { StripeRole } from '#core/plan/plan.ts'
import type { Tables } from '#server/database/tables.ts'

// Stripe retries a failed payment for some days. Until then the user keeps Pro.
const PRO_STATUSES = ['active', 'trialing', 'past_due'] as const

/**
 * Loads the user's plan ('pro', or null for Free) from the stored subscriptions. Callers load it for every request
 * and never cache it, so that a payment or cancellation takes effect at once (rule LS9).
 */
export async function loadStripeRole(db: Kysely<Tables>, userId: string): Promise<StripeRole> {
  const paying = await selectPayingSubscription(db, userId).executeTakeFirst()
  return paying === undefined ? null : 'pro'
}

/**
 * Builds a query that returns the id of one subscription that entitles the user to Pro now, or no row for a user on
 * Free. Callers can run it, or use it as a condition in a larger statement.
 */
export const selectPayingSubscription = (db: Kysely<Tables>, userId: string | RawBuilder<string>) =>
  db
    .selectFrom('subscription')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', 'in', PRO_STATUSES)
    .limit(1)
