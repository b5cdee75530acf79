import * as z from 'zod'
import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Context as Exchange } from 'hono'
import { accepts } from 'hono/accepts'
import { getCookie } from 'hono/cookie'
import type { ContentEncoding } from '#server/http/compress-responses.ts'
import {
  matchScreenAddress,
  SCREEN_TEXT_NAMESPACES,
  type ScreenAddress,
} from '#core/protocol/screen-addresses.ts'
import type { InlineCode } from '#server/http/security-headers.ts'
import { closestLanguage, FALLBACK_LANGUAGE, LANGUAGE_COOKIE } from '#core/protocol/languages.ts'
import { readTexts } from '#server/locales.ts'
import type { FindScreenFiles, ScreenFiles } from './screen-files.ts'

/** A file of the built web app, held in memory in all available encodings. `type` is its content type. */
export type StaticFile = {
  type: string
  etag: string
  bodies: ReadonlyMap<ContentEncoding, Uint8Array<ArrayBuffer>>
  /** Additional headers for this file, such as the Content-Security-Policy of a page with inline code. */
  headers?: Readonly<Record<string, string>>
}

/**
 * The properties of a request that determine which HTML page it gets. `isSignedIn` is a guess: it is true if the
 * request has a session cookie.
 */
type PageRequest = { path: string; language: string; isSignedIn: boolean }

/** Function that returns the HTML page for a request, or undefined if the app has not been built. */
export type FindAppPage = (request: PageRequest) => StaticFile | undefined

type Parts = {
  files: ReadonlyMap<string, StaticFile>
  screenFiles: FindScreenFiles
  /** The HTML of the sign-in screen by language. */
  frontDoor: Readonly<Record<string, string>>
  /** Returns the page with the head for a language. */
  withHead: (page: string, language: string) => string
  policy: (inline: InlineCode) => string
}

/**
 * Creates the function that returns the app's HTML page for an address and a language (rules HT79 and HT93). Each page
 * contains the styles of its screen and the script that sets light or dark mode; the one at `/` also the sign-in screen,
 * unless the visitor is probably signed in. The Link header names the further files of the screen, so that the browser
 * loads them early (rule HT8).
 */
export function createAppPages(parts: Parts): FindAppPage {
  const made = new Map<string, StaticFile>()
  const built = textOf(parts.files, '/index.html')
  return ({ path, language, isSignedIn }) => {
    if (built === null) return undefined
    // All pieces have the same page.
    const address = matchScreenAddress(path)
    const frontDoor = (address === '/' && !isSignedIn && parts.frontDoor[language]) || null
    const key = `${language} ${address} ${frontDoor !== null}`
    const page = made.get(key) ?? makePage(built, address, language, frontDoor, parts)
    made.set(key, page)
    return page
  }
}

function makePage(
  built: string,
  address: ScreenAddress | null,
  language: string,
  frontDoor: string | null,
  parts: Parts,
): StaticFile {
  const screen = address === null ? null : parts.screenFiles(address)
  const theme = textOf(parts.files, '/theme.js') ?? ''
  const [linked, styles] = disableStyles(built, screen?.styles ?? [])
  const style = styles.map(file => textOf(parts.files, file) ?? '').join('')
  const page = parts
    .withHead(linked, language)
    .replace('<script src="/theme.js"></script>', () => `<script>${theme}</script>`)
    .replace('</head>', () => `<style>${style}</style>\n</head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${frontDoor ?? ''}</div>`)
  const headers = { 'content-security-policy': parts.policy({ scripts: [theme], style }) }
  if (address === null || screen === null) return compressed(page, headers)
  return compressed(page, { ...headers, link: preloadLinks(address, language, screen) })
}

const STYLE_LINK = /<link rel="stylesheet" crossorigin href="([^"]+)">/g

/**
 * Disables the page's links to style sheets and adds those of the screen, disabled as well. A browser does not fetch
 * them, and Vite's loader takes them for loaded. Returns the page and the paths of all these style sheets.
 */
function disableStyles(page: string, ofScreen: readonly string[]): [page: string, paths: string[]] {
  const paths = [...page.matchAll(STYLE_LINK)].flatMap(([, path]) => path ?? [])
  const all = [...new Set([...paths, ...ofScreen])]
  const links = all.map(path => `<link rel="stylesheet" crossorigin href="${path}" disabled>`)
  return [page.replace(STYLE_LINK, '').replace('</head>', () => `${links.join('\n')}\n</head>`), all]
}

function textOf(files: ReadonlyMap<string, StaticFile>, path: string): string | null {
  const body = files.get(path)?.bodies.get('identity')
  return body === undefined ? null : Buffer.from(body).toString('utf8')
}

// Hardly larger than at the highest effort, which would take fifty milliseconds of a request.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

function compressed(page: string, headers: Record<string, string>): StaticFile {
  const body = Buffer.from(page)
  const etag = createHash('sha256').update(body).digest('base64url').slice(0, 20)
  return {
    type: 'text/html; charset=utf-8',
    headers,
    etag,
    bodies: new Map([
      ['identity', body],
      ['br', Buffer.from(brotliCompressSync(body, BROTLI))],
      ['gzip', Buffer.from(gzipSync(body))],
    ]),
  }
}

/**
 * Returns the value of the Link header that makes the browser load a screen's code and translated texts in parallel
 * with the entry script. The styles are left out, because they are in the page itself.
 */
function preloadLinks(address: ScreenAddress, language: string, { scripts }: ScreenFiles): string {
  const code = scripts.map(script => `<${script}>; rel=modulepreload`)
  return [...code, ...textLinks(SCREEN_TEXT_NAMESPACES[address], language)].join(', ')
}

/** The browser shows a text that is missing in its language in the fallback, so it loads both. */
function textLinks(namespaces: readonly string[], language: string): string[] {
  const languages = new Set([language, FALLBACK_LANGUAGE])
  return [...languages].flatMap(each =>
    ['common', ...namespaces].map(
      file => `</locales/${each}/${file}.json>; rel=preload; as=fetch; crossorigin`,
    ),
  )
}

const textsSchema = z.object({ description: z.string(), picture: z.string() })

const PICTURE = { path: '/screenshots/preview.png', width: 1200, height: 630 }

/**
 * Returns `page`, the app's HTML page, with a head in `language`: its manifest, and a description and a preview picture
 * for search engines and link previews (rule HT79). `origin` is needed because the picture's URL must be absolute, and `locales`
 * is the folder with the translated texts.
 */
export function withPageHead(page: string, language: string, origin: string, locales: string): string {
  const [english, own] = [FALLBACK_LANGUAGE, language].map(each => readTexts(locales, each, 'page'))
  const texts = textsSchema.parse({ ...english, ...own })
  const tags: [string, string, string | number][] = [
    ['name', 'description', texts.description],
    ['property', 'og:type', 'website'],
    ['property', 'og:site_name', 'Dacapo'],
    ['property', 'og:title', 'Dacapo'],
    ['property', 'og:description', texts.description],
    ['property', 'og:url', `${origin}/`],
    ['property', 'og:locale', language],
    ['property', 'og:image', origin + PICTURE.path],
    ['property', 'og:image:width', PICTURE.width],
    ['property', 'og:image:height', PICTURE.height],
    ['property', 'og:image:alt', texts.picture],
    ['name', 'twitter:card', 'summary_large_image'],
  ]
  const head = tags.map(([key, name, content]) => `<meta ${key}="${name}" content="${escaped(content)}" />`)
  return page
    .replace(/<html lang="[^"]*"/, `<html lang="${language}"`)
    .replace(/<meta\s+name="description"[^>]*>/, '')
    .replace(/\/manifest\.\w+\.webmanifest/, `/manifest.${language}.webmanifest`)
    .replace('</head>', () => `${head.join('\n')}\n</head>`)
}

const escaped = (content: string | number) =>
  String(content).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

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
