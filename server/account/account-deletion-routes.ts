import { Hono } from 'hono'
import { deleteAccount } from '#core/protocol/operations.ts'
import { FRESH_SESSION_SECONDS } from '#core/protocol/sign-in.ts'
import { cancelAllSubscriptions } from '#server/billing/checkout.ts'
import type { ServerContext } from '#server/context.ts'
import { SIGN_IN_SESSION_ENDED } from '#server/database/revision-bus.ts'
import { incrementCounter } from '#server/observability/counters.ts'
import { forgetAddressesInBrowser } from '#server/identity/sign-in-rate-limits.ts'
import { sendNotice } from '#server/mail/mailer.ts'
import { renderAccountDeletedMail } from '#server/mail/mails.ts'
import { mountForUser } from '#server/http/mount-operation.ts'
import { problemResponse } from '#server/http/problem-response.ts'
import { limitPerHour, refusalByUserRateLimit } from '#server/http/rate-limit.ts'
import { deleteRemainingUserRows, deleteUserRows } from './delete-user-rows.ts'

/** More than anybody needs if the payment provider is down. Each deletion may cost many calls to it. */
const MAX_DELETIONS_PER_HOUR = 20

/** Cancels subscriptions and deletes all rows (rules DA1, DA7, DA6); the history goes behind the answer. */
export function accountDeletionRoutes(context: ServerContext): Hono {
  const { database, identity, log, now } = context
  const { db } = database

  const routes = new Hono()

  mountForUser(routes, identity, deleteAccount, async (exchange, { user, signedInAt }) => {
    if (now() - signedInAt > FRESH_SESSION_SECONDS * 1000) return problemResponse('fresh-session-required')
    const refused = await refusalByUserRateLimit(db, {
      what: 'deletions-per-user',
      who: user.id,
      allowance: limitPerHour(MAX_DELETIONS_PER_HOUR),
      now: now(),
    })
    if (refused !== null) return refused

    if ((await cancelAllSubscriptions(context, user.id)) === 'failed') {
      incrementCounter.deletion('failed')
      return problemResponse('payment-provider-failed')
    }
    // Another request was faster, and has counted it.
    if ((await deleteUserRows(db, user.id)) === 'gone') return problemResponse('signed-out')
    incrementCounter.deletion('done')
    database.bus.publish(user.id, SIGN_IN_SESSION_ENDED)
    // If the server stops meanwhile, its hourly housekeeping goes on with it.
    deleteRemainingUserRows(db).catch((error: unknown) =>
      log.warn({ err: error }, 'rows of a deleted user are left to the housekeeping'),
    )
    const language = exchange.req.query('language') ?? 'en'
    // Not queued, because a queue would have to store the deleted address.
    void sendNotice(context, user.email, () => renderAccountDeletedMail(language))
    forgetAddressesInBrowser(exchange, context.configuration)
    for (const cookie of await identity.signOut(exchange.req.raw))
      exchange.header('set-cookie', cookie, { append: true })
    return undefined
  })

  return routes
}
