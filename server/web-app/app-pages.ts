import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { matchScreenAddress } from '#core/protocol/screen-addresses.ts'
import type { InlineCode } from '#server/http/security-headers.ts'
import { preloadLinks } from './preload-links.ts'
import type { FindPrerendered } from './prerendered.ts'
import type { FindScreenFiles } from './screen-files.ts'
import type { StaticFile } from './static-file.ts'

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
  prerendered: FindPrerendered
  /** Returns the page with the head for a language. */
  withHead: (page: string, language: string) => string
  policy: (inline: InlineCode) => string
}

/**
 * Creates the function that returns the app's HTML page for an address and a language (rules HT79 and HT93). Each page
 * contains everything that its first paint needs, so that nothing delays it: the styles, the first rendering of the
 * screen, and the script that sets light or dark mode. The Link header of the page names the further files of the
 * screen, so that the browser loads them early (rule HT8).
 */
export function createAppPages(parts: Parts): FindAppPage {
  const made = new Map<string, StaticFile>()
  const built = textOf(parts.files, '/index.html')
  return request => {
    if (built === null) return undefined
    // All pieces have the same page.
    const address = matchScreenAddress(request.path) ?? 'unknown'
    const key = `${request.language} ${address} ${request.isSignedIn}`
    const page = made.get(key) ?? makePage(built, request, parts)
    made.set(key, page)
    return page
  }
}

function makePage(built: string, { path, language, isSignedIn }: PageRequest, parts: Parts): StaticFile {
  const address = matchScreenAddress(path)
  const screen = parts.screenFiles(path)
  const prerendered = parts.prerendered(path, language, isSignedIn)
  const theme = textOf(parts.files, '/theme.js') ?? ''
  const scripts = prerendered === null ? [theme] : [theme, prerendered.script]
  const [linked, styles] = disableStyles(built, screen?.styles ?? [])
  const style = styles.map(file => textOf(parts.files, file) ?? '').join('')
  const page = parts
    .withHead(prerendered === null ? linked : deferCode(linked), language)
    .replace('<script src="/theme.js"></script>', () => inlineScript(theme))
    .replace('</head>', () => `<style>${style}</style>\n</head>`)
    .replace('<div id="root"></div>', empty =>
      prerendered === null
        ? empty
        : `<div id="root">${prerendered.html}</div>${inlineScript(prerendered.script)}`,
    )
  const headers = { 'content-security-policy': parts.policy({ scripts, style }) }
  if (address === null || screen === null) return compressed(page, headers)
  return compressed(page, { ...headers, link: preloadLinks(address, language, screen, prerendered !== null) })
}

const inlineScript = (code: string) => `<script>${code}</script>`

/** Gives the code a low priority, because the page already shows something and needs the font first. */
const deferCode = (page: string) =>
  page.replaceAll(/<(script type="module"|link rel="modulepreload") /g, '<$1 fetchpriority="low" ')

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
