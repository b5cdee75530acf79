import { Hono } from 'hono'
import type { Context as Exchange } from 'hono'
import { FRESH_SECONDS } from '#core/sign-in.ts'
import { endSubscriptions } from '#server/billing/end-subscriptions.ts'
import type { Context } from '#server/context.ts'
import { counted } from '#server/counters.ts'
import { accountDeletedMail } from '#server/mail/account-deleted-mail.ts'
import { askerOf } from '#server/meant-for.ts'
import { problem } from '#server/problem-response.ts'
import { perHour, take } from '#server/rate-limit.ts'
import { deleteUser } from './delete-user.ts'

/** More than anybody needs whose payment provider is away; each may cost many calls to it. */
const MOST_PER_HOUR = 20

/**
 * DELETE /api/v1/account: first everything that is paid ends, then every row goes, then a mail says so (rules DA1, DA2,
 * DA4). A server that dies in between leaves an account that can be deleted again.
 */
export function deletionRoutes(context: Context): Hono {
  const { database, identity, now } = context

  async function remove(exchange: Exchange): Promise<Response> {
    // A tab may still show one user when the browser's cookie is another's: theirs must not be deleted.
    const signedIn = await askerOf(identity, exchange)
    if (signedIn === null) return problem('signed-out')
    const { user, signedInAt } = signedIn
    if (now() - signedInAt > FRESH_SECONDS * 1000) return problem('fresh-session-required')
    const taken = await take(database.db, {
      what: 'deletions-per-user',
      who: user.id,
      allowance: perHour(MOST_PER_HOUR),
      now: now(),
    })
    if (taken.kind === 'exhausted') return problem('too-many-requests', taken)

    const outcome = await erase(exchange.req.raw, user.id)
    if (outcome === 'gone') return problem('signed-out')
    if (outcome === 'failed') return problem('payment-provider-failed')
    database.bus.publish(user.id, 0)
    void tell(user.email, exchange.req.query('language') ?? 'en')
    for (const cookie of await identity.signOut(exchange.req.raw))
      exchange.header('set-cookie', cookie, { append: true })
    return exchange.body(null, 204)
  }

  /** 'failed': what is paid did not end, so nothing was deleted. 'gone': somebody else was faster, and counted. */
  async function erase(request: Request, userId: string): Promise<'done' | 'failed' | 'gone'> {
    try {
      const outcome = await endAndDelete(request, userId)
      if (outcome !== 'gone') counted.deletion(outcome)
      return outcome
    } catch (error) {
      counted.deletion('failed')
      throw error
    }
  }

  async function endAndDelete(request: Request, userId: string): Promise<'done' | 'failed' | 'gone'> {
    if ((await endSubscriptions(context, userId)) === 'failed')
      // Of two at once the slower one finds nothing left to end.
      return (await identity.userOf(request)) === null ? 'gone' : 'failed'
    return (await deleteUser(database.db, userId)) === 'gone' ? 'gone' : 'done'
  }

  /** Once and no more: a mail that waited would need the address that has just been deleted. */
  async function tell(email: string, language: string): Promise<void> {
    try {
      const sent = await context.mailer.send({ to: email, ...(await accountDeletedMail(language)) })
      if (sent.kind === 'failed')
        context.log.warn({ because: sent.because }, 'a farewell could not be mailed')
    } catch (error) {
      context.log.error(error, 'a farewell could not be mailed')
    }
  }

  return new Hono().delete('/account', remove)
}
