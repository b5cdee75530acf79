import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Configuration } from '#server/settings/configuration.ts'

/**
 * Returns the policy: no inline script or style, no other host, no framing (rule HT6). A configured feedback widget is
 * allowed from its one origin, with its inline styles and a default trusted-types policy, which it needs (FB11).
 * Otherwise the only script URL that pages set is the service worker's.
 */
function contentSecurityPolicy(widgetOrigin: string | null): string {
  const widget = widgetOrigin === null ? '' : ` ${widgetOrigin}`
  return [
    "default-src 'none'",
    `script-src 'self'${widget}`,
    `style-src 'self'${widget}${widget && " 'unsafe-inline'"}`,
    // Blob URLs show the user's picture, which is stored on the device (D22).
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

// Only the wake lock is used, during practice; the metronome needs no permission.
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
 * Returns a hash of the headers that pages are sent with. The service worker stores pages with their headers and uses
 * this version to detect that they are outdated (rule OF10).
 */
export const securityHeadersVersion = ({ feedbackWidget }: Pick<Configuration, 'feedbackWidget'>): string =>
  createHash('sha256')
    .update(contentSecurityPolicy(feedbackWidget?.origin ?? null) + PERMISSIONS)
    .digest('base64url')
    .slice(0, 8)

/**
 * The types of files that a browser never shows as a page and that run under the policy of the page that names them.
 * The service worker's script is none of them: it runs under its own policy.
 */
const PART_OF_A_PAGE = /^(text\/css|text\/javascript|font\/|image\/png)/

/**
 * Sets security headers on every response. A route that needs a different policy sets its own first. Built files with a
 * hash in their name get only what concerns them: a page loads dozens (rule HT66).
 */
export function securityHeaders({
  origin,
  feedbackWidget,
  hstsSubdomains,
}: Pick<Configuration, 'origin' | 'feedbackWidget' | 'hstsSubdomains'>): MiddlewareHandler {
  const policy = contentSecurityPolicy(feedbackWidget?.origin ?? null)
  const https = origin.startsWith('https://')
  const transport = `max-age=${TWO_YEARS_SECONDS}${hstsSubdomains ? '; includeSubDomains' : ''}`
  return async (exchange, next) => {
    await next()
    const { headers } = exchange.res
    const set = (name: string, value: string) => headers.has(name) || headers.set(name, value)
    set('cross-origin-resource-policy', 'same-origin')
    set('x-content-type-options', 'nosniff')
    if (https) set('strict-transport-security', transport)
    const isPartOfPage = PART_OF_A_PAGE.test(headers.get('content-type') ?? '')
    if (isPartOfPage && exchange.req.path.startsWith('/assets/')) return

    set('content-security-policy', policy)
    // With another opener policy the popup that returns from a provider would lose its opener. Browsers also check the
    // policy of each redirect on the way.
    const inPopup = /^\/(auth|api\/auth\/callback)\//.test(exchange.req.path)
    set('cross-origin-opener-policy', inPopup ? 'unsafe-none' : 'same-origin-allow-popups')
    set('permissions-policy', PERMISSIONS)
    // The URL of /confirm contains a sign-in token, which must not be sent as a referrer.
    const secretAddress = exchange.req.path === '/confirm'
    set('referrer-policy', secretAddress ? 'no-referrer' : 'strict-origin-when-cross-origin')
    set('x-frame-options', 'DENY')
  }
}
