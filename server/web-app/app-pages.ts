import * as z from 'zod'
import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Context as Exchange } from 'hono'
import { accepts } from 'hono/accepts'
import { getCookie } from 'hono/cookie'
import type { ContentEncoding } from '#server/http/content-encoding.ts'
import {
  findScreenPathPattern,
  SCREEN_TEXT_NAMESPACES,
  type ScreenPathPattern,
} from '#core/protocol/screen-addresses.ts'
import { buildContentSecurityPolicy } from '#server/http/security-headers.ts'
import { findLanguageForTag, FALLBACK_LANGUAGE, LANGUAGE_COOKIE_NAME } from '#core/protocol/languages.ts'
import { readLocaleFile } from '#server/locales.ts'
import type { Configuration } from '#server/settings/configuration.ts'
import { createScreenAssetFinder, readPrerenderedSignInHtml, type ScreenFiles } from './screen-files.ts'

export type StaticFile = {
  type: string
  etag: string
  bodies: ReadonlyMap<ContentEncoding, Uint8Array<ArrayBuffer>>
  headers?: Readonly<Record<string, string>>
}

export function createAppPageFinder(
  settings: Pick<Configuration, 'origin' | 'feedbackWidget'>,
  files: ReadonlyMap<string, StaticFile>,
  webFolder: string,
  locales: string,
): (request: { path: string; language: string; isSignedIn: boolean }) => StaticFile | undefined {
  const { origin } = settings
  const made = new Map<string, StaticFile>()
  const built = textOf(files, '/index.html')
  const theme = textOf(files, '/theme.js') ?? ''
  const screenFiles = createScreenAssetFinder(webFolder)
  const signInPages = readPrerenderedSignInHtml(webFolder, origin)

  function makePage(
    built: string,
    address: ScreenPathPattern | null,
    language: string,
    signInPage: string | null,
  ): StaticFile {
    const screen = address === null ? null : screenFiles(address)
    const [linked, styles] = disableStyles(built, screen?.styles ?? [])
    const style = styles.map(file => textOf(files, file) ?? '').join('')
    const page = withPageHead(linked, language, origin, locales)
      .replace('<script src="/theme.js"></script>', () => `<script>${theme}</script>`)
      .replace('</head>', () => `<style>${style}</style>\n</head>`)
      .replace('<div id="root"></div>', () => `<div id="root">${signInPage ?? ''}</div>`)
    const policy = buildContentSecurityPolicy(settings, { scripts: [theme], style })
    const headers = { 'content-security-policy': policy }
    if (address === null || screen === null) return compressed(page, headers)
    return compressed(page, { ...headers, link: preloadLinks(address, language, screen) })
  }

  return ({ path, language, isSignedIn }) => {
    if (built === null) return undefined
    // All pieces have the same page.
    const address = findScreenPathPattern(path)
    const signInPage = (address === '/' && !isSignedIn && signInPages[language]) || null
    const key = `${language} ${address} ${signInPage !== null}`
    const page = made.get(key) ?? makePage(built, address, language, signInPage)
    made.set(key, page)
    return page
  }
}

const STYLE_LINK = /<link rel="stylesheet" crossorigin href="([^"]+)">/g

/** The page inlines its styles. Vite's loader skips files with a link, and a disabled link loads nothing. */
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

// The result is hardly larger than at the highest effort, which would take 50 ms of a request.
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

function preloadLinks(address: ScreenPathPattern, language: string, { scripts }: ScreenFiles): string {
  const code = scripts.map(script => `<${script}>; rel=modulepreload`)
  return [...code, ...textLinks(SCREEN_TEXT_NAMESPACES[address], language)].join(', ')
}

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

function withPageHead(page: string, language: string, origin: string, locales: string): string {
  const [english, own] = [FALLBACK_LANGUAGE, language].map(each => readLocaleFile(locales, each, 'page'))
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

export const VARY_FOR_LANGUAGE = 'Accept-Language, Cookie'

export function detectRequestLanguage(exchange: Exchange, languages: readonly string[]): string {
  const known = (tag: string) => findLanguageForTag(tag, languages)
  return (
    known(exchange.req.query('lng') ?? '') ??
    known(getCookie(exchange, LANGUAGE_COOKIE_NAME) ?? '') ??
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
