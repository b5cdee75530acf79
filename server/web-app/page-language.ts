import type { Context as Exchange } from 'hono'
import { accepts } from 'hono/accepts'
import { getCookie } from 'hono/cookie'
import { closestLanguage, FALLBACK_LANGUAGE, LANGUAGE_COOKIE } from '#core/protocol/languages.ts'

/** The names of the request headers that `preferredLanguage` reads, as a value for the header `Vary`. */
export const VARY_FOR_LANGUAGE = 'Accept-Language, Cookie'

/**
 * Returns the language among `languages` that the client prefers: the one in the address (`?lng=`), otherwise the one in
 * its language cookie, otherwise the best match for its Accept-Language header, otherwise the fallback language.
 */
export function preferredLanguage(exchange: Exchange, languages: readonly string[]): string {
  const known = (tag: string) => closestLanguage(tag, languages)
  return (
    known(exchange.req.query('lng') ?? '') ??
    known(getCookie(exchange, LANGUAGE_COOKIE) ?? '') ??
    accepts(exchange, {
      header: 'Accept-Language',
      supports: [...languages],
      default: FALLBACK_LANGUAGE,
      match: accepted =>
        accepted
          .toSorted((one, other) => other.q - one.q)
          .map(({ type }) => known(type))
          .find(language => language !== undefined) ?? FALLBACK_LANGUAGE,
    })
  )
}
