import { sql } from 'kysely'
import { Stripe } from 'stripe'
import * as z from 'zod'
import type { Billing } from './billing.ts'
import { fetchSubscriptions } from './fetch-subscriptions.ts'

/** How long a signed notice may be under way: whoever got hold of one cannot send it again a day later. */
const TOLERANCE_SECONDS = 300

/** A notice of Stripe's, as far as it is read: that something happened, and to whom. What it is, is asked anew. */
const noticeSchema = z.object({
  id: z.string().min(1).max(255),
  type: z.string().max(255),
  data: z.object({
    object: z.object({
      object: z.string().optional(),
      id: z.string().optional(),
      customer: z.union([z.string(), z.object({ id: z.string() })]).nullish(),
    }),
  }),
})
type Notice = z.infer<typeof noticeSchema>

/** What tells of a plan. Whatever else an operator lets Stripe send is taken and left aside. */
const TELLING = /^(checkout\.session\.|customer\.subscription\.|customer\.deleted$|invoice\.|charge\.refund)/

/** The notice in a body that Stripe has signed a short while ago, or null. */
export async function noticeIn(
  { stripe, settings, now }: Billing,
  body: string,
  signature: string,
): Promise<Notice | null> {
  try {
    const { webhookSecret: secret } = settings
    return noticeSchema.parse(
      await stripe.webhooks.constructEventAsync(body, signature, secret, TOLERANCE_SECONDS, undefined, now()),
    )
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null
    throw error
  }
}

/**
 * Acts on a notice, at least once and harmlessly more often: it may come twice, late, early or out of order
 * (rule BI20). It counts as processed when Stripe has been asked and the answer is kept; until then it is thrown, and
 * Stripe sends it again. Notices about customers of somebody else are none of ours.
 */
export async function actOn(billing: Billing, notice: Notice): Promise<void> {
  const { db, now } = billing
  const customerId = customerOf(notice)
  if (customerId === null || !TELLING.test(notice.type)) return
  const account = await db
    .selectFrom('billing_account')
    .select('user_id')
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  if (account === undefined) return
  const userId = account.user_id
  const { id, type } = notice
  await db
    .insertInto('stripe_event')
    .columns(['id', 'type', 'user_id', 'received_at'])
    // Nothing is kept of whoever has deleted the account meanwhile (rule DA3).
    .expression(
      db
        .selectFrom('billing_account')
        .select([
          sql<string>`${id}::text`.as('id'),
          sql<string>`${type}::text`.as('type'),
          'user_id',
          sql<number>`${now()}::bigint`.as('received_at'),
        ])
        .where('user_id', '=', userId)
        .forKeyShare(),
    )
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const seen = await db
    .selectFrom('stripe_event')
    .select('processed_at')
    .where('id', '=', id)
    .executeTakeFirst()
  if (seen !== undefined && seen.processed_at !== null) return
  await fetchSubscriptions(billing, { userId, customerId })
  await db.updateTable('stripe_event').set({ processed_at: now() }).where('id', '=', id).execute()
}

function customerOf({ data: { object } }: Notice): string | null {
  if (object.object === 'customer') return object.id ?? null
  const { customer } = object
  return typeof customer === 'string' ? customer : (customer?.id ?? null)
}
