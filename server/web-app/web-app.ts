import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { Context as Exchange, MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import { getMimeType } from 'hono/utils/mime'
import { hashSecurityHeaders } from '#server/http/security-headers.ts'
import { sessionCookieName } from '#server/identity/host-cookie.ts'
import { listLanguages } from '#server/locales.ts'
import type { Configuration } from '#server/settings/configuration.ts'
import { chooseContentEncoding, type ContentEncoding } from '#server/http/content-encoding.ts'
import { createAppPageFinder, detectRequestLanguage, VARY_FOR_LANGUAGE } from './app-pages.ts'
import type { StaticFile } from './app-pages.ts'
import { isScreenPath } from './screen-files.ts'

const ASSETS = '/assets/'
const FOREVER = 'public, max-age=31536000, immutable'

/** Serves the app also for an unknown page, with status 404; the app then shows "not found" (rule HT8). */
export function createWebAppMiddleware(
  settings: Pick<Configuration, 'origin' | 'feedbackWidget'>,
  webFolder: string,
  locales: string,
): MiddlewareHandler {
  const files = addHeadersVersionToWorker(hashSecurityHeaders(settings), readStaticFiles(webFolder))
  const pages = createAppPageFinder(settings, files, webFolder, locales)
  const languages = listLanguages(locales)
  const sessionCookie = sessionCookieName(settings.origin)
  return async (exchange, next) => {
    const { path, method } = exchange.req
    if (method !== 'GET' && method !== 'HEAD') return next()
    const file = files.get(path)
    if (file !== undefined) return answer(exchange, file, cacheOf(path), 200)
    const isKnown = isScreenPath(path)
    if (!isKnown && !wantsPage(exchange)) return next()
    const language = detectRequestLanguage(exchange, languages)
    // Who sends this cookie is probably signed in.
    const isSignedIn = getCookie(exchange, sessionCookie) !== undefined
    const page = pages({ path, language, isSignedIn })
    if (page === undefined)
      return exchange.text('Dacapo’s web app has not been built: npm start builds it.', 503)
    return answer(exchange, page, 'no-cache', isKnown ? 200 : 404, `Accept-Encoding, ${VARY_FOR_LANGUAGE}`)
  }
}

export function readStaticFiles(folder: string): ReadonlyMap<string, StaticFile> {
  if (!existsSync(folder)) return new Map()
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
  // Hidden folders hold build metadata such as Vite's manifest, which is not served.
  const shown = paths.filter(path => !/(^|[\\/])\./.test(relative(folder, path)))
  const files = shown
    .filter(path => !/\.(br|gz)$/.test(path))
    .map(path => [`/${relative(folder, path).split(sep).join('/')}`, fileAt(path, new Set(shown))] as const)
  return new Map([...earlierFiles(folder), ...files])
}

/** Pages opened before an update still load these files (rule OF6). See scripts/set-up/earlier-builds.mjs. */
function earlierFiles(folder: string): readonly (readonly [string, StaticFile])[] {
  const earlier = join(folder, '.earlier')
  if (!existsSync(earlier)) return []
  return readdirSync(earlier).flatMap(build => [...readStaticFiles(join(earlier, build))])
}

function answer(
  exchange: Exchange,
  file: StaticFile,
  cache: string,
  status: 200 | 404,
  vary = 'Accept-Encoding',
): Response {
  const encoding = chooseContentEncoding(exchange.req.header('accept-encoding'), [...file.bodies.keys()])
  const etag = `"${file.etag}-${encoding}"`
  exchange.header('cache-control', cache)
  exchange.header('etag', etag)
  exchange.header('vary', vary)
  for (const [name, value] of Object.entries(file.headers ?? {})) exchange.header(name, value)
  const known = (exchange.req.header('if-none-match') ?? '')
    .split(',')
    .map(tag => tag.trim().replace(/^W\//, ''))
  if (status === 200 && known.includes(etag)) return exchange.body(null, 304)
  exchange.header('content-type', file.type)
  if (encoding !== 'identity') exchange.header('content-encoding', encoding)
  const body = file.bodies.get(encoding)
  return body === undefined ? exchange.body(null, status) : exchange.body(body, status)
}

function wantsPage({ req }: Exchange): boolean {
  if (req.path.startsWith(ASSETS)) return false
  const mode = req.header('sec-fetch-mode')
  if (mode !== undefined) return mode === 'navigate'
  return extname(req.path) === '' && /text\/html|\*\/\*/.test(req.header('accept') ?? '*/*')
}

const cacheOf = (path: string) => (path.startsWith(ASSETS) ? FOREVER : 'no-cache')

function fileAt(path: string, present: ReadonlySet<string>): StaticFile {
  const body = readFileSync(path)
  const bodies = new Map<ContentEncoding, Uint8Array<ArrayBuffer>>([['identity', body]])
  if (present.has(`${path}.br`)) bodies.set('br', readFileSync(`${path}.br`))
  if (present.has(`${path}.gz`)) bodies.set('gzip', readFileSync(`${path}.gz`))
  const etag = createHash('sha256').update(body).digest('base64url').slice(0, 20)
  return { type: getMimeType(path) ?? 'application/octet-stream', etag, bodies }
}

const WORKER = '/service-worker.js'

/** New headers change the worker's script, so it fetches its stored pages again, with the new headers. */
export function addHeadersVersionToWorker(
  headers: string,
  files: ReadonlyMap<string, StaticFile>,
): ReadonlyMap<string, StaticFile> {
  const worker = files.get(WORKER)
  const script = worker?.bodies.get('identity')
  if (worker === undefined || script === undefined) return files
  const told = Buffer.concat([Buffer.from(`self.policy = ${JSON.stringify(headers)};\n`), script])
  // Only uncompressed, because recompressing is not worth it for a few rarely fetched kilobytes.
  return new Map(files).set(WORKER, {
    ...worker,
    etag: `${worker.etag}-${headers}`,
    bodies: new Map([['identity', told]]),
  })
}
