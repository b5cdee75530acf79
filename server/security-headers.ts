import type { MiddlewareHandler } from 'hono'

/** No inline script, no inline style, nothing from another host, no frame around us (rule HT6). */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types dacapo',
].join('; ')

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

/** Headers of every answer. A route that needs a milder policy sets its own before. */
export function securityHeaders(origin: string): MiddlewareHandler {
  const https = origin.startsWith('https://')
  return async (exchange, next) => {
    await next()
    const { headers } = exchange.res
    const set = (name: string, value: string) => headers.has(name) || headers.set(name, value)
    set('content-security-policy', CONTENT_SECURITY_POLICY)
    set('cross-origin-opener-policy', 'same-origin-allow-popups')
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
