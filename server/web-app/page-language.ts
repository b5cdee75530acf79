import type { Context as Exchange } from 'hono'
import { accepts } from 'hono/accepts'
import { getCookie } from 'hono/cookie'

/** Written by the browser's language detection, which reads it before it asks the browser (rule UI4). */
const COOKIE = 'i18next'

/**
 * The language for clients that accept none of the app's languages, and for texts that are missing in the client's
 * language (rule UI4).
 */
export const FALLBACK_LANGUAGE = 'en'

/** The names of the request headers that `preferredLanguage` reads, as a value for the header `Vary`. */
export const VARY_FOR_LANGUAGE = 'Accept-Language, Cookie'

/**
 * Returns the language among `languages` that the client prefers: the one in the address (`?lng=`), otherwise the one in
 * its language cookie, otherwise the best match for its Accept-Language header, otherwise the fallback language.
 */
export function preferredLanguage(exchange: Exchange, languages: readonly string[]): string {
  // A region makes no difference here: de-AT is served de.
  const known = (tag: string) => languages.find(language => language === tag.split('-')[0]?.toLowerCase())
  return (
    known(exchange.req.query('lng') ?? '') ??
    known(getCookie(exchange, COOKIE) ?? '') ??
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
