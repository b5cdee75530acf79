import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { LOOPBACK_HOSTS } from '#server/settings/environment.ts'
import { problemResponse } from './problem-response.ts'
import { isJsonContentType } from './request-body.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
const LARGEST_BODY_BYTES = 1024 * 1024

/**
 * CSRF guard: refuses unsafe requests whose Origin is not ours or missing, before the cookie is read (rule HT2). Every
 * browser sends the page's origin with such requests.
 */
export function requireOurOrigin(origin: string): MiddlewareHandler {
  return async (exchange, next) => {
    if (SAFE.has(exchange.req.method) || exchange.req.header('origin') === origin) return next()
    return problemResponse('foreign-origin', {
      detail: `Requests that change something need the header Origin: ${origin}`,
    })
  }
}

/** Refuses bodies that are not JSON, such as those an HTML form can send (rule HT3). */
export const requireJsonBody: MiddlewareHandler = async (exchange, next) => {
  const type = exchange.req.header('content-type')
  if (SAFE.has(exchange.req.method) || type === undefined || isJsonContentType(type)) return next()
  return problemResponse('unsupported-media-type')
}

/** Refuses bodies over 1 MB while they arrive (rule HT3). */
export const limitBodySize = bodyLimit({
  maxSize: LARGEST_BODY_BYTES,
  onError: () => problemResponse('too-large'),
})

/** Answers 404 to requests that do not come from this machine, judging by their headers (rule HT40). */
export const requireLoopback: MiddlewareHandler = async (exchange, next) => {
  const { host, ...headers } = exchange.req.header()
  if (isLoopbackHost(host) && !isForwarded(headers)) return next()
  return problemResponse('not-found')
}

/** Returns true if the Host header is a loopback name, not another name that resolves to this machine. */
export function isLoopbackHost(hostHeader: string | undefined): boolean {
  const url = `http://${hostHeader ?? ''}`
  return URL.canParse(url) && LOOPBACK_HOSTS.has(new URL(url).hostname)
}

/** Returns true if a proxy or tunnel has added a forwarding header. */
export const isForwarded = (headers: Readonly<Record<string, string>>): boolean =>
  Object.keys(headers).some(name => FORWARDING_HEADER.test(name))

const FORWARDING_HEADER =
  /^(forwarded|via|x-forwarded(-.*)?|x-original-.*|x-(real|client|cluster-client|proxyuser)-ip|(cf-connecting|true-client|fastly-client)-ip)$/

/**
 * Redirects pages from 127.0.0.1 to localhost or vice versa on a development machine. They are two origins, and signing
 * in works only with the configured one.
 */
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
