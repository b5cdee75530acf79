import { Hono } from 'hono'
import { deleteAccount } from '#core/protocol/operations.ts'
import { FRESH_SESSION_SECONDS } from '#core/protocol/sign-in.ts'
import { cancelSubscriptionsAndCheckouts } from '#server/billing/checkout.ts'
import type { ServerContext } from '#server/context.ts'
import { CHECK_SESSION_REVISION } from '#server/database/revision-bus.ts'
import { counterIncrementers } from '#server/observability/counters.ts'
import { deleteKnownEmailsCookie } from '#server/identity/sign-in-rate-limiter.ts'
import { sendMailOrLogFailure } from '#server/mail/mailer.ts'
import { renderAccountDeletedMail } from '#server/mail/mails.ts'
import { mountForUser } from '#server/http/mount-operation.ts'
import { problemResponse } from '#server/http/problem-response.ts'
import { refuseIfUserRateLimited } from '#server/http/rate-limit.ts'
import { deleteRowsOfDeletedUsers, deleteNonLibraryRows } from './delete-user-rows.ts'

const MAX_DELETIONS_PER_HOUR = 20

export function accountDeletionRoutes(context: ServerContext): Hono {
  const { database, identity, log, now } = context
  const { db } = database

  const routes = new Hono()

  mountForUser(routes, identity, deleteAccount, async (exchange, { user, signedInAt }) => {
    if (now() - signedInAt > FRESH_SESSION_SECONDS * 1000) return problemResponse('fresh-session-required')
    const refused = await refuseIfUserRateLimited(
      context,
      user.id,
      'deletions-per-user',
      MAX_DELETIONS_PER_HOUR,
    )
    if (refused !== null) return refused

    if ((await cancelSubscriptionsAndCheckouts(context, user.id)) === 'failed') {
      counterIncrementers.deletion('failed')
      return problemResponse('payment-provider-failed')
    }
    // Another request was faster, and has counted it.
    if ((await deleteNonLibraryRows(db, user.id)) === 'gone') return problemResponse('signed-out')
    counterIncrementers.deletion('done')
    database.bus.publish(user.id, CHECK_SESSION_REVISION)
    // If the server stops meanwhile, its hourly housekeeping goes on with it.
    deleteRowsOfDeletedUsers(db).catch((error: unknown) =>
      log.warn({ err: error }, 'rows of a deleted user are left to the housekeeping'),
    )
    const language = exchange.req.query('language') ?? 'en'
    // Not queued, because a queue would have to store the deleted address.
    void sendMailOrLogFailure(context, user.email, () => renderAccountDeletedMail(language))
    deleteKnownEmailsCookie(exchange, context.configuration)
    for (const cookie of await identity.signOut(exchange.req.raw))
      exchange.header('set-cookie', cookie, { append: true })
    return undefined
  })

  return routes
}
