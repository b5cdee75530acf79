import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Context as Exchange, MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { getCookie, setCookie } from 'hono/cookie'
import { LOOPBACK_HOSTS } from '#server/settings/environment.ts'
import { createInMemoryLimiter } from './rate-limit.ts'
import { problemResponse } from './problem-response.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Protects against CSRF (rule HT2): browsers send Origin with every request that can change data. */
export function requireOrigin(origin: string, log: Pick<Logger, 'warn'>): MiddlewareHandler {
  const isRepeated = createInMemoryLimiter(1)
  return async (exchange, next) => {
    const given = exchange.req.header('origin')
    if (SAFE.has(exchange.req.method) || given === origin) return next()
    // Browsers send this header over https only.
    const isForeignSite = exchange.req.header('sec-fetch-site') === 'cross-site'
    if (given !== undefined && !isForeignSite && isRepeated('', Date.now()) === null)
      log.warn(
        { openedAs: given.slice(0, 300), ORIGIN: origin },
        'a request was refused because the page was opened as another address than ORIGIN: open it there, or set ORIGIN',
      )
    return problemResponse('foreign-origin')
  }
}

export const requireJsonBody: MiddlewareHandler = async (exchange, next) => {
  const type = exchange.req.header('content-type')
  if (SAFE.has(exchange.req.method) || type === undefined || isJsonContentType(type)) return next()
  return problemResponse('unsupported-media-type')
}

export const isJsonContentType = (contentType: string | undefined) =>
  /^application\/json\s*(;|$)/i.test(contentType ?? '')

export const requireLoopbackHost: MiddlewareHandler = async (exchange, next) =>
  isOnThisMachine(exchange) ? next() : problemResponse('not-found')

/** Accepts only LOOPBACK_HOSTS: in DNS rebinding, a website makes its own name resolve to 127.0.0.1. */
function isLoopbackHost(hostHeader: string | undefined): boolean {
  const url = `http://${hostHeader ?? ''}`
  return URL.canParse(url) && LOOPBACK_HOSTS.has(new URL(url).hostname)
}

export const hasForwardingHeader = (headers: Readonly<Record<string, string>>): boolean =>
  Object.keys(headers).some(name => FORWARDING_HEADER.test(name))

// Standard headers, those of large proxies, and all whose names end like one for the client's address.
const FORWARDING_HEADER =
  /^(forwarded|via|cdn-loop|x-(forwarded|original|envoy|azure|arr)(-.*)?|(.+-)?(real|client|connecting|proxyuser|user|remote)-?(ip|ipv6|addr|address))$/

/** Redirects 127.0.0.1 to localhost, or the reverse, because signing in works on one of them only. */
export function redirectLoopbackAlias(origin: string): MiddlewareHandler {
  const ours = new URL(origin).host
  return async (exchange, next) => {
    const host = exchange.req.header('host')
    const page = exchange.req.header('sec-fetch-mode') === 'navigate'
    if (!page || host === undefined || host === ours || !isLoopbackHost(host)) return next()
    const { pathname, search } = new URL(exchange.req.url)
    return exchange.redirect(`${origin}${pathname}${search}`, 307)
  }
}

export const hasBearerToken = (exchange: Exchange, token: string): boolean =>
  constantTimeEquals(exchange.req.header('authorization') ?? '', `Bearer ${token}`)

function constantTimeEquals(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(expected))
}

const PARAMETER = 'key'
const COOKIE = 'dacapo.dev'
const COOKIE_SECONDS = 400 * 86_400

export const deriveDevPagesKey = (secret: string) => deriveAccessKey(secret, '/dev').slice(0, 24)

export const deriveAccessKey = (secret: string, path: string) =>
  createHmac('sha256', secret).update(`the key of ${path}`).digest('base64url')

export const addDevPagesKeyToUrl = (address: string, key: string) =>
  `${address}${address.includes('?') ? '&' : '?'}${PARAMETER}=${encodeURIComponent(key)}`

export const canOpenMailbox = (exchange: Exchange, key: string): boolean =>
  isOnThisMachine(exchange) && constantTimeEquals(getCookie(exchange, COOKIE) ?? '', key)

/** Requires a key, because a tunnel can make a stranger's request look like one from this machine (MA6). */
export function requireDevPagesKey(key: string): MiddlewareHandler {
  return async (exchange, next) => {
    if (!isOnThisMachine(exchange)) return exchange.notFound()
    const given = exchange.req.query(PARAMETER)
    if (!constantTimeEquals(given ?? getCookie(exchange, COOKIE) ?? '', key)) {
      return exchange.text('Open the address that the server has printed at its start: it holds a key.', 403)
    }
    await next()
    if (given !== undefined) setCookie(exchange, COOKIE, key, COOKIE_OPTIONS)
    return undefined
  }
}

const COOKIE_OPTIONS = { path: '/', httpOnly: true, sameSite: 'Lax', maxAge: COOKIE_SECONDS } as const

function isOnThisMachine({ req }: Exchange): boolean {
  const { host, ...headers } = req.header()
  return isLoopbackHost(host) && !hasForwardingHeader(headers)
}
