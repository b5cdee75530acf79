import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { LOOPBACK } from './environment.ts'
import { problem } from './problem-response.ts'
import { isJson } from './request-body.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
const LARGEST_BODY_BYTES = 1024 * 1024

/**
 * What would change something must come from our own pages (rule HT2): every browser names the page's origin
 * with such a request, so what names another, or none, is refused before anyone looks at its cookie.
 */
export function onlyOurOrigin(origin: string): MiddlewareHandler {
  return async (exchange, next) => {
    if (SAFE.has(exchange.req.method) || exchange.req.header('origin') === origin) return next()
    return problem('foreign-origin', {
      detail: `Requests that change something need the header Origin: ${origin}`,
    })
  }
}

/** A body must say that it is JSON: what an HTML form can send is refused (rule HT3). */
export const onlyJson: MiddlewareHandler = async (exchange, next) => {
  const type = exchange.req.header('content-type')
  if (SAFE.has(exchange.req.method) || type === undefined || isJson(type)) return next()
  return problem('unsupported-media-type')
}

/** Bodies over 1 MB are refused while they arrive (rule HT3). */
export const onlySmallBodies = bodyLimit({ maxSize: LARGEST_BODY_BYTES, onError: () => problem('too-large') })

/**
 * Only for who sits at this machine (rule MA7). A page on the web can point its own name at 127.0.0.1 and would then
 * read everyone's sign-in; a tunnel brings strangers here under our own name, but tells for whom it speaks.
 */
export const onlyThisMachine: MiddlewareHandler = async (exchange, next) => {
  const { host, ...headers } = exchange.req.header()
  if (isLoopbackHost(host) && !isForwarded(headers)) return next()
  return problem('not-found')
}

/** True when the browser was told to go to this machine by its own name, not by one that points here. */
function isLoopbackHost(hostHeader: string | undefined): boolean {
  const url = `http://${hostHeader ?? ''}`
  return URL.canParse(url) && LOOPBACK.has(new URL(url).hostname)
}

/** True when a proxy or a tunnel says that it passes on what somebody else has asked. */
const isForwarded = (headers: Readonly<Record<string, string>>): boolean =>
  Object.keys(headers).some(name => /^(forwarded|via|x-forwarded-.*)$/.test(name))

/**
 * On a development machine 127.0.0.1 and localhost are the same server but two origins: pages move to the one
 * that signing in works with.
 */
export function oneLoopbackName(origin: string): MiddlewareHandler {
  const ours = new URL(origin).host
  return async (exchange, next) => {
    const host = exchange.req.header('host')
    const page = exchange.req.header('sec-fetch-mode') === 'navigate'
    if (!page || host === undefined || host === ours || !isLoopbackHost(host)) return next()
    const { pathname, search } = new URL(exchange.req.url)
    return exchange.redirect(`${origin}${pathname}${search}`, 307)
  }
}
