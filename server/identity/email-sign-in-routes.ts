import { setTimeout as pause } from 'node:timers/promises'
import { Hono, type Context as Exchange } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import * as z from 'zod'
import { postSignInConfirmation, postSignInLink, postSignInLinkOwner } from '#core/protocol/operations.ts'
import { maskEmail, SIGN_IN_CODE_LIFETIME_SECONDS } from '#core/protocol/sign-in.ts'
import { rateLimitPerHour, refuseIfClientRateLimited } from '#server/http/rate-limit.ts'
import type { ServerContext } from '#server/context.ts'
import type { Mail } from '#server/mail/mailer.ts'
import { renderSignInMail } from '#server/mail/mails.ts'
import { problemResponse } from '#server/http/problem-response.ts'
import { mount, mountForUser } from '#server/http/mount-operation.ts'
import { normalizedEmailSchema } from './email-address.ts'
import { hostCookieSettings } from './host-cookie.ts'
import { logAndCountSignIn, type SignInResult } from './identity.ts'
import { signInRateLimiterOfRequest, rememberEmailInBrowser } from './sign-in-rate-limiter.ts'
import type { SignInRateLimiter } from './sign-in-rate-limiter.ts'
import {
  deleteSignInCodeByBrowser,
  generateSignInBrowserKey,
  generateSignInCode,
  verifySignInCode,
  storeSignInCode,
} from './sign-in-code.ts'
import type { SignInCodeResult } from './sign-in-code.ts'

export const signInLinkRequestSchema = z.strictObject({
  email: normalizedEmailSchema,
  // A language without texts is no reason to refuse a sign-in. The mail is in English then.
  language: z.string().max(35).optional(),
})

// Mail programs and people insert spaces and dashes into numbers.
const sixDigitsSchema = z
  .string()
  .max(100, { abort: true })
  .transform(input => input.replaceAll(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{6}$/))

export const confirmRequestSchema = z
  .strictObject({
    email: normalizedEmailSchema,
    token: z.string().max(200).optional(),
    code: sixDigitsSchema.optional(),
  })
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

type SignInRefusal =
  | Exclude<SignInResult, { kind: 'signed-in' }>
  | Extract<SignInCodeResult, { kind: 'exhausted' | 'link-used' }>

const MAIL_WAIT_MILLISECONDS = 1000

export function emailSignInRoutes(context: ServerContext): Hono {
  const { configuration, identity, log, mailer, now } = context
  const { db } = context.database
  const { limits, secret, origin } = configuration
  const cookie = hostCookieSettings(origin, 'sign_in', SIGN_IN_CODE_LIFETIME_SECONDS)

  const routes = new Hono()

  mount(routes, { ...postSignInLink, request: signInLinkRequestSchema }, async (exchange, body) => {
    const { email, language } = body
    const allowed = await signInRateLimiterOfRequest(context, exchange, email)
    const refused = await allowed.refuseIfTooManyMails()
    if (refused !== null) return refused

    const link = await identity.createSignInLink(exchange.req.raw, email)
    const code = (await allowed.peekCodeAttempts()).kind === 'taken' ? generateSignInCode() : null
    const confirm = `${origin}/confirm?token=${link.token}`
    const mail = await renderSignInMail({ language: language ?? 'en', link: confirm, code })
    const sending = sendOrRefund({ to: email, ...mail }, allowed)
    const sent = await Promise.race([sending, pause(MAIL_WAIT_MILLISECONDS)])
    if (sent?.kind === 'failed') return problemResponse('mail-failed')

    const older = getCookie(exchange, cookie.name)
    if (older !== undefined) await deleteSignInCodeByBrowser(db, older)
    if (code === null) return undefined
    const browserKey = generateSignInBrowserKey()
    await storeSignInCode(db, secret, {
      browserKey,
      email,
      code,
      linkIdentifier: link.identifier,
      now: now(),
    })
    setCookie(exchange, cookie.name, browserKey, cookie.setOptions)
    return undefined
  })

  mount(routes, { ...postSignInConfirmation, request: confirmRequestSchema }, async (exchange, proof) => {
    const result = await signIn(exchange, proof)
    const by = proof.kind === 'token' ? 'link' : 'code'
    if (result.kind !== 'signed-in') {
      logAndCountSignIn(log, { way: 'email', by, outcome: 'link-invalid' })
      return refusalResponse(exchange, result)
    }
    logAndCountSignIn(log, { way: 'email', by, outcome: result.created ? 'created' : 'signed-in' })
    deleteCookie(exchange, cookie.name, cookie.deleteOptions)
    await rememberEmailInBrowser(exchange, configuration, result.user.email)
    for (const set of result.cookies) exchange.header('set-cookie', set, { append: true })
    return { user: result.user, created: result.created }
  })

  async function sendOrRefund(mail: Mail, allowed: SignInRateLimiter) {
    const sent = await mailer.send(mail)
    if (sent.kind === 'failed') await allowed.refundMail()
    return sent
  }

  /** Only wrong links and codes count toward the limit per client, so it never blocks a right one (ID11). */
  async function refusalResponse(exchange: Exchange, result: SignInRefusal): Promise<Response> {
    if (result.kind === 'exhausted') return problemResponse('too-many-codes', result)
    if (result.kind === 'link-used') return problemResponse('link-used')
    const allowance = rateLimitPerHour(limits.wrongSignInsPerClient)
    const limit = { what: 'wrong-sign-ins-per-client', allowance }
    return (await refuseIfClientRateLimited(context, exchange, limit)) ?? problemResponse('link-invalid')
  }

  async function signIn(exchange: Exchange, proof: Proof): Promise<SignInResult | SignInRefusal> {
    const { email } = proof
    if (proof.kind === 'token') return identity.signInWithLink(exchange.req.raw, email, proof.token)
    const allowed = await signInRateLimiterOfRequest(context, exchange, email)
    const left = await allowed.peekCodeAttempts()
    if (left.kind === 'exhausted') return left
    const browserKey = getCookie(exchange, cookie.name)
    if (browserKey === undefined) return { kind: 'link-invalid' }
    const tried = { browserKey, email, code: proof.code, now: now() }
    const used = await verifySignInCode(db, secret, tried, allowed)
    if (used.kind === 'exhausted' || used.kind === 'link-used') return used
    if (used.kind === 'wrong') return { kind: 'link-invalid' }
    // Better Auth can sign in only with a link, so a right code is exchanged for a new link that is used at once.
    const { token } = await identity.createSignInLink(exchange.req.raw, email)
    return identity.signInWithLink(exchange.req.raw, email, token)
  }

  // So that nobody practices in somebody else's account (rule ID39). The link's address is masked: to sign in, it has to
  // be known.
  mountForUser(routes, identity, postSignInLinkOwner, async (exchange, { user }, { token }) => {
    const email = await identity.findSignInLinkEmail(token)
    if (email === null) return refusalResponse(exchange, { kind: 'link-invalid' })
    return { email: maskEmail(email), isYours: email === user.email }
  })

  return routes
}
