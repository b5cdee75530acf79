import { Hono } from 'hono'
import type { Context as Exchange } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import * as z from 'zod'
import { LINK_SECONDS } from '#core/sign-in.ts'
import { clientAddress } from '#server/client-address.ts'
import type { Context } from '#server/context.ts'
import { counted } from '#server/counters.ts'
import { signInMail } from '#server/mail/sign-in-mail.ts'
import { problem } from '#server/problem-response.ts'
import { giveBack, perHour, take } from '#server/rate-limit.ts'
import { bodyOf } from '#server/request-body.ts'
import { emailAddress } from './email-address.ts'
import { hostCookie } from './host-cookie.ts'
import type { SignInResult } from './identity.ts'
import { forgetCode, forgetCodeOf, newBrowserKey, newCode, storeCode, useCode } from './sign-in-code.ts'
import { joinAccount, takeWaiting } from './waiting-account.ts'

export const signInLinkRequest = z.strictObject({
  email: emailAddress,
  // A language nobody has a text for is no reason to refuse a sign-in; the mail is English then.
  language: z.string().max(35).optional(),
})

// Mail programs and people put spaces and dashes into numbers.
const digits = z
  .string()
  .transform(input => input.replaceAll(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{6}$/))

export const confirmRequest = z
  .strictObject({ email: emailAddress, token: z.string().max(200).optional(), code: digits.optional() })
  .transform(({ email, token, code }, context): Proof => {
    if (token !== undefined && code === undefined) return { kind: 'token', email, token }
    if (code !== undefined && token === undefined) return { kind: 'code', email, code }
    context.addIssue({
      code: 'custom',
      path: ['token'],
      message: 'token or code',
      params: { code: 'required' },
    })
    return z.NEVER
  })

type Proof = { kind: 'token'; email: string; token: string } | { kind: 'code'; email: string; code: string }

const MAILS_PER_EMAIL = 'mails-per-email'
const MAILS_PER_CLIENT = 'mails-per-client'
const WRONG_SIGN_INS = 'wrong-sign-ins-per-client'

/** Asking for a sign-in mail, and signing in with its link or its code. */
export function signInRoutes(context: Context): Hono {
  const { configuration, identity, mailer, now } = context
  const { db } = context.database
  const { limits, secret, origin, trustedProxies } = configuration
  const cookie = hostCookie(origin, 'sign_in', LINK_SECONDS)

  async function askForMail(exchange: Exchange): Promise<Response> {
    const request = await bodyOf(exchange, signInLinkRequest)
    if (request.kind === 'refused') return request.response
    const { email, language } = request.body
    const client = clientAddress(exchange, trustedProxies)

    const allowances = [
      { what: MAILS_PER_CLIENT, who: client, most: limits.mailsPerClient },
      { what: MAILS_PER_EMAIL, who: email, most: limits.mailsPerEmail },
    ]
    for (const { what, who, most } of allowances) {
      const taken = await take(db, { what, who, allowance: perHour(most), now: now() })
      if (taken.kind === 'exhausted') return problem('too-many-requests', taken)
    }

    const link = await identity.makeLink(exchange.req.raw, email)
    const code = newCode()
    const confirm = `${origin}/confirm?token=${link.token}`
    const mail = await signInMail({ language: language ?? 'en', link: confirm, code })
    const sent = await mailer.send({ to: email, ...mail })
    if (sent.kind === 'failed') {
      // Our mail server's bad hour must not use up the address's allowance.
      await giveBack(db, MAILS_PER_EMAIL, email)
      return problem('mail-failed')
    }

    const older = getCookie(exchange, cookie.name)
    if (older !== undefined) await forgetCode(db, older)
    const browserKey = newBrowserKey()
    await storeCode(db, secret, { browserKey, email, code, linkIdentifier: link.identifier, now: now() })
    setCookie(exchange, cookie.name, browserKey, cookie.kept)
    return exchange.body(null, 204)
  }

  async function confirm(exchange: Exchange): Promise<Response> {
    const request = await bodyOf(exchange, confirmRequest)
    if (request.kind === 'refused') return request.response
    const client = clientAddress(exchange, trustedProxies)
    const allowance = perHour(limits.wrongSignInsPerClient)
    // Counted before it is known whether it is wrong, or guesses sent all at once would all be free.
    const taken = await take(db, { what: WRONG_SIGN_INS, who: client, allowance, now: now() })
    if (taken.kind === 'exhausted') return problem('too-many-requests', taken)

    const result = await signIn(exchange, request.body)
    if (result.kind === 'link-invalid') {
      counted.signIn('email', 'link-invalid')
      return problem('link-invalid')
    }
    counted.signIn('email', result.created ? 'created' : 'signed-in')
    await giveBack(db, WRONG_SIGN_INS, client)
    deleteCookie(exchange, cookie.name, cookie.gone)
    const waiting = await takeWaiting(exchange, configuration, now())
    if (waiting?.email === result.user.email) await joinAccount(db, result.user.id, waiting)
    for (const set of result.cookies) exchange.header('set-cookie', set, { append: true })
    return exchange.json({ user: result.user, created: result.created })
  }

  async function signIn(exchange: Exchange, proof: Proof): Promise<SignInResult> {
    const { email } = proof
    if (proof.kind === 'token') {
      const result = await identity.signInWithLink(exchange.req.raw, email, proof.token)
      if (result.kind === 'signed-in') await forgetCodeOf(db, identity.identifierOf(email, proof.token))
      return result
    }
    const browserKey = getCookie(exchange, cookie.name)
    if (browserKey === undefined) return { kind: 'link-invalid' }
    const right = await useCode(db, secret, { browserKey, email, code: proof.code, now: now() })
    if (!right) return { kind: 'link-invalid' }
    // Better Auth signs in by link only, so the right code is worth a fresh one, used up at once.
    const { token } = await identity.makeLink(exchange.req.raw, email)
    return identity.signInWithLink(exchange.req.raw, email, token)
  }

  return new Hono().post('/sign-in-links', askForMail).post('/sign-in-links/confirm', confirm)
}
