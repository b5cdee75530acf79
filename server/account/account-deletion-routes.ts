import { Hono } from 'hono'
import { deleteAccount } from '#core/protocol/operations.ts'
import { FRESH_SESSION_SECONDS } from '#core/protocol/sign-in.ts'
import { cancelAllSubscriptions } from '#server/billing/checkout.ts'
import type { ServerContext } from '#server/context.ts'
import { SIGN_IN_SESSION_ENDED } from '#server/database/revision-bus.ts'
import { incrementCounter } from '#server/observability/counters.ts'
import { forgetAddressInBrowser } from '#server/identity/sign-in-rate-limits.ts'
import { renderAccountDeletedMail } from '#server/mail/mails.ts'
import { mountForUser } from '#server/http/mount-operation.ts'
import { problemResponse } from '#server/http/problem-response.ts'
import { limitPerHour, refusalByUserRateLimit } from '#server/http/rate-limit.ts'
import { deleteLeftRows, deleteUserRows } from './delete-user-rows.ts'

/** More than anybody needs if the payment provider is down. Each deletion may cost many calls to it. */
const MAX_DELETIONS_PER_HOUR = 20

/**
 * Route DELETE /api/v1/account, which cancels the subscriptions, deletes all rows of the user and sends a confirmation
 * mail (rules DA1, DA7, DA6). The practice history is deleted after the response was sent.
 */
export function accountDeletionRoutes(context: ServerContext): Hono {
  const { database, identity, now } = context

  const routes = new Hono()

  mountForUser(routes, identity, deleteAccount, async (exchange, { user, signedInAt }) => {
    if (now() - signedInAt > FRESH_SESSION_SECONDS * 1000) return problemResponse('fresh-session-required')
    const refused = await refusalByUserRateLimit(database.db, {
      what: 'deletions-per-user',
      who: user.id,
      allowance: limitPerHour(MAX_DELETIONS_PER_HOUR),
      now: now(),
    })
    if (refused !== null) return refused

    const outcome = await deleteAndCount(exchange.req.raw, user.id)
    if (outcome === 'gone') return problemResponse('signed-out')
    if (outcome === 'failed') return problemResponse('payment-provider-failed')
    database.bus.publish(user.id, SIGN_IN_SESSION_ENDED)
    void deleteRest()
    void mailConfirmation(user.email, exchange.req.query('language') ?? 'en')
    await forgetAddressInBrowser(exchange, context.configuration, user.email)
    for (const cookie of await identity.signOut(exchange.req.raw))
      exchange.header('set-cookie', cookie, { append: true })
    return undefined
  })

  /**
   * Deletes the account and counts the outcome. 'failed': the subscription could not be ended, so nothing was deleted.
   * 'gone': a concurrent request has deleted the account and counted it.
   */
  async function deleteAndCount(request: Request, userId: string): Promise<'done' | 'failed' | 'gone'> {
    try {
      const outcome = await cancelAndDelete(request, userId)
      if (outcome !== 'gone') incrementCounter.deletion(outcome)
      return outcome
    } catch (error) {
      incrementCounter.deletion('failed')
      throw error
    }
  }

  async function cancelAndDelete(request: Request, userId: string): Promise<'done' | 'failed' | 'gone'> {
    if ((await cancelAllSubscriptions(context, userId)) === 'failed')
      // The slower of two concurrent deletions finds no session.
      return (await identity.findSession(request)) === null ? 'gone' : 'failed'
    return (await deleteUserRows(database.db, userId)) === 'gone' ? 'gone' : 'done'
  }

  /** Deletes the history of the user. If the server stops meanwhile, its hourly housekeeping goes on with it. */
  async function deleteRest(): Promise<void> {
    try {
      await deleteLeftRows(database.db)
    } catch (error) {
      context.log.warn({ err: error }, 'rows of a deleted user are left to the housekeeping')
    }
  }

  /** Mails the confirmation once, without a retry: a queued mail would have to store the deleted address. */
  async function mailConfirmation(email: string, language: string): Promise<void> {
    try {
      const sent = await context.mailer.send({ to: email, ...(await renderAccountDeletedMail(language)) })
      if (sent.kind === 'failed')
        context.log.warn({ because: sent.because }, 'a farewell could not be mailed')
    } catch (error) {
      context.log.error(error, 'a farewell could not be mailed')
    }
  }

  return routes
}
