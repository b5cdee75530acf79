import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { findScreenPathPattern } from '#core/protocol/screen-addresses.ts'
import type { Configuration } from '#server/settings/configuration.ts'

export function buildContentSecurityPolicy(
  { feedbackWidget }: Pick<Configuration, 'feedbackWidget'>,
  inline?: { scripts: readonly string[]; style: string },
): string {
  const widget = feedbackWidget === null ? '' : ` ${feedbackWidget.origin}`
  const hashOf = (code: string) => ` 'sha256-${createHash('sha256').update(code).digest('base64')}'`
  // A hash would make browsers ignore 'unsafe-inline'.
  const styles = widget === '' ? inline && hashOf(inline.style) : " 'unsafe-inline'"
  return [
    "default-src 'none'",
    `script-src 'self'${widget}${inline?.scripts.map(hashOf).join('') ?? ''}`,
    `style-src 'self'${widget}${styles ?? ''}`,
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

/** The service worker compares this hash to detect that its cached pages have old headers (rule HT6). */
export const hashSecurityHeaders = (settings: Pick<Configuration, 'feedbackWidget'>): string =>
  createHash('sha256')
    .update(buildContentSecurityPolicy(settings) + PERMISSIONS)
    .digest('base64url')
    .slice(0, 8)

export function securityHeaders(settings: Settings): MiddlewareHandler {
  const headersOf = createSecurityHeaderBuilder(settings)
  return async (exchange, next) => {
    await next()
    const { headers } = exchange.res
    for (const [name, value] of headersOf(exchange.req.path, headers.get('content-type') ?? ''))
      if (!headers.has(name)) headers.set(name, value)
  }
}

type Settings = Pick<Configuration, 'origin' | 'feedbackWidget'>

export function createSecurityHeaderBuilder(settings: Settings) {
  const { origin } = settings
  const policy = buildContentSecurityPolicy(settings)
  const https = origin.startsWith('https://')
  const transport = `max-age=${TWO_YEARS_SECONDS}`
  return (path: string, contentType: string): [name: string, value: string][] => {
    const ofAny: [string, string][] = [
      ['cross-origin-resource-policy', 'same-origin'],
      ['x-content-type-options', 'nosniff'],
      ...(https ? [['strict-transport-security', transport] satisfies [string, string]] : []),
    ]
    // These never run as a page of their own.
    if (path.startsWith('/assets/') && /^(text\/(css|javascript)|font)/.test(contentType)) return ofAny

    // With another opener policy the popup that returns from a provider would lose its opener. Browsers also check the
    // policy of each redirect on the way.
    const inPopup = /^\/(auth|api\/auth\/callback)\//.test(path)
    // The URL of /confirm contains a sign-in token, which must not be sent as a referrer.
    const secretAddress = findScreenPathPattern(path) === '/confirm'
    return [
      ...ofAny,
      ['content-security-policy', policy],
      ['cross-origin-opener-policy', inPopup ? 'unsafe-none' : 'same-origin-allow-popups'],
      ['permissions-policy', PERMISSIONS],
      ['referrer-policy', secretAddress ? 'no-referrer' : 'strict-origin-when-cross-origin'],
      ['x-frame-options', 'DENY'],
    ]
  }
}
