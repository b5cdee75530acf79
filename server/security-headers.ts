import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Configuration } from './configuration.ts'

/**
 * No inline script, no inline style, nothing from another host, no frame around us (rule HT6). Where an external
 * feedback widget is set up, it is let in from its one origin, with the inline styles that it draws itself with; it
 * brings strings to where trusted types are wanted, so the page may make the default policy that judges them (FB11).
 * Without it the one script that a page names to the browser itself is the service worker.
 */
function contentSecurityPolicy(widgetOrigin: string | null): string {
  const widget = widgetOrigin === null ? '' : ` ${widgetOrigin}`
  return [
    "default-src 'none'",
    `script-src 'self'${widget}`,
    `style-src 'self'${widget}${widget && " 'unsafe-inline'"}`,
    // A user's picture comes out of their own database on the device (D22).
    `img-src 'self' data: blob:${widget}`,
    `font-src 'self'${widget}`,
    `connect-src 'self'${widget}`,
    ...(widget === '' ? [] : [`frame-src${widget}`]),
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types dacapo-worker${widget && ' dacapo default'}`,
  ].join('; ')
}

// The metronome needs nothing that asks for leave; keeping the screen awake is asked for at practice.
const PERMISSIONS = [
  'accelerometer=()',
  'camera=()',
  'display-capture=()',
  'geolocation=()',
  'gyroscope=()',
  'magnetometer=()',
  'microphone=()',
  'midi=()',
  'payment=()',
  'screen-wake-lock=(self)',
  'usb=()',
].join(', ')

const TWO_YEARS_SECONDS = 63_072_000

/**
 * A name for the headers that pages come with; others have another name. A service worker keeps them with its page, and
 * learns by this that they are old (rule OF10).
 */
export const nameOfHeaders = ({ feedbackWidget }: Pick<Configuration, 'feedbackWidget'>): string =>
  createHash('sha256')
    .update(contentSecurityPolicy(feedbackWidget?.origin ?? null) + PERMISSIONS)
    .digest('base64url')
    .slice(0, 8)

/** Headers of every answer. A route that needs a milder policy sets its own before. */
export function securityHeaders({
  origin,
  feedbackWidget,
}: Pick<Configuration, 'origin' | 'feedbackWidget'>): MiddlewareHandler {
  const policy = contentSecurityPolicy(feedbackWidget?.origin ?? null)
  const https = origin.startsWith('https://')
  return async (exchange, next) => {
    await next()
    const { headers } = exchange.res
    const set = (name: string, value: string) => headers.has(name) || headers.set(name, value)
    set('content-security-policy', policy)
    // A popup that comes back from a provider to a page with another policy is cut off from whoever opened it.
    // Browsers look at the policy of every redirect on the way, too.
    const inPopup = /^\/(auth|api\/auth\/callback)\//.test(exchange.req.path)
    set('cross-origin-opener-policy', inPopup ? 'unsafe-none' : 'same-origin-allow-popups')
    set('cross-origin-resource-policy', 'same-origin')
    set('permissions-policy', PERMISSIONS)
    // The address of /confirm carries a sign-in token: it must not travel on to anywhere.
    const secretAddress = exchange.req.path === '/confirm'
    set('referrer-policy', secretAddress ? 'no-referrer' : 'strict-origin-when-cross-origin')
    set('x-content-type-options', 'nosniff')
    set('x-frame-options', 'DENY')
    if (https) set('strict-transport-security', `max-age=${TWO_YEARS_SECONDS}`)
  }
}
