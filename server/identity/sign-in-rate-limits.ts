import type { Context as Exchange } from 'hono'
import { MAX_WRONG_CODES_PER_DAY } from '#core/protocol/sign-in.ts'
import { consumeClientRateLimit } from '#server/http/client-rate-limit.ts'
import type { ServerContext } from '#server/context.ts'
import {
  refundRateLimit,
  peekRateLimit,
  limitPerDay,
  limitPerHour,
  consumeRateLimit,
} from '#server/http/rate-limit.ts'
import type { RateLimitResult } from '#server/http/rate-limit.ts'
import { knownBrowserKey } from './known-browser.ts'

/** The rate limits for sign-ins with one email address in one browser. */
export type SignInRateLimits = {
  /**
   * Counts a sign-in mail against the number of mails allowed per hour (rule ID11). Call it before sending the mail.
   */
  consumeMail: () => Promise<RateLimitResult>
  /** Refunds a mail that could not be sent, so that a failing mail server does not use up the limit. */
  refundMail: () => Promise<void>
  /**
   * Counts an attempt to sign in with a code against the wrong codes allowed per day (rule ID27). Call it before
   * comparing the code. If the code is right, call `refundCodeAttempt` to undo the count.
   */
  consumeCodeAttempt: () => Promise<RateLimitResult>
  refundCodeAttempt: () => Promise<void>
  /**
   * Returns what `consumeCodeAttempt` would return, without consuming an attempt. If it is 'exhausted', only links
   * work today.
   */
  peekCodeAttempts: () => Promise<RateLimitResult>
}

/**
 * Creates the rate limits for sign-ins with an email address. A browser that has already signed in with this address
 * has limits of its own. All other browsers share one set of limits, so that strangers cannot use up the limits of the
 * user to whom the address belongs (rule ID28).
 */
export async function createSignInRateLimits(
  context: ServerContext,
  exchange: Exchange,
  email: string,
): Promise<SignInRateLimits> {
  const { configuration, database, now } = context
  const { db } = database
  const { limits } = configuration
  const known = await knownBrowserKey(exchange, configuration, email)
  const who = known ?? email
  const suffix = known === null ? 'per-email' : 'per-known-browser'
  const mails = {
    what: `mails-${suffix}`,
    who: mailboxOf(who),
    allowance: limitPerHour(limits.mailsPerEmail),
  }
  const codes = { what: `wrong-codes-${suffix}`, who, allowance: limitPerDay(MAX_WRONG_CODES_PER_DAY) }
  return {
    async consumeMail() {
      if (known === null) {
        const limit = { what: 'mails-per-client', most: limits.mailsPerClient }
        const taken = await consumeClientRateLimit(context, exchange, limit)
        if (taken.kind === 'exhausted') return taken
      }
      return consumeRateLimit(db, { ...mails, now: now() })
    },
    refundMail: () => refundRateLimit(db, mails.what, mails.who),
    consumeCodeAttempt: () => consumeRateLimit(db, { ...codes, now: now() }),
    refundCodeAttempt: () => refundRateLimit(db, codes.what, who),
    peekCodeAttempts: () => peekRateLimit(db, { ...codes, now: now() }),
  }
}

// Mails to name+1@ and name+2@ come to the mailbox of name@ at most providers.
const mailboxOf = (email: string) => email.replace(/(?<=\S)\+[^@]*(?=@)/, '')
