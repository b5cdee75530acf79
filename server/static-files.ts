import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { Context as Exchange, MiddlewareHandler } from 'hono'
import { isScreen } from './screen-routes.ts'

/** One built file in the encodings there are, ready to be sent. */
export type StaticFile = {
  type: string
  etag: string
  bodies: ReadonlyMap<Encoding, Uint8Array<ArrayBuffer>>
}

type Encoding = 'br' | 'gzip' | 'identity'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

const FOREVER = 'public, max-age=31536000, immutable'

/**
 * Reads the built web app into memory. Requests are looked up in a table of what is there, so no address can
 * climb out of the folder. Empty when nothing has been built.
 */
export function readStaticFiles(folder: string): ReadonlyMap<string, StaticFile> {
  if (!existsSync(folder)) return new Map()
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
  // Hidden folders hold what the build tells us, such as Vite's manifest, and no one else.
  const shown = paths.filter(
    path =>
      !relative(folder, path)
        .split(sep)
        .some(name => name.startsWith('.')),
  )
  const files = shown
    .filter(path => !/\.(br|gz)$/.test(path))
    .map(path => [`/${relative(folder, path).split(sep).join('/')}`, fileAt(path, new Set(shown))] as const)
  return new Map([...earlierFiles(folder), ...files])
}

/**
 * The code of earlier builds, which a page that was opened before may still ask for; scripts/set-up/earlier-builds.mjs
 * puts it there (rule OF8).
 */
function earlierFiles(folder: string): readonly (readonly [string, StaticFile])[] {
  const earlier = join(folder, '.earlier')
  if (!existsSync(earlier)) return []
  return readdirSync(earlier).flatMap(build => [...readStaticFiles(join(earlier, build))])
}

/**
 * Answers with the built files: what has a hash in its name may be kept for ever, everything else is asked
 * for anew each time. A missing file is never answered with the app's page; an address of a screen always is,
 * an unknown address with status 404 so that the app shows "not found" (rule HT8).
 */
export function staticFiles(
  files: ReadonlyMap<string, StaticFile>,
  linkHeader: (path: string) => string | null,
): MiddlewareHandler {
  return async (exchange, next) => {
    const { path, method } = exchange.req
    if (method !== 'GET' && method !== 'HEAD') return next()
    const file = files.get(path)
    if (file !== undefined) return answer(exchange, file, cacheOf(path), 200)
    const page = files.get('/index.html')
    if (!isNavigation(exchange)) return next()
    if (page === undefined)
      return exchange.text('Dacapo’s web app has not been built: npm start builds it.', 503)
    const link = linkHeader(path)
    if (link !== null) exchange.header('link', link)
    return answer(exchange, page, 'no-cache', isScreen(path) ? 200 : 404)
  }
}

function answer(exchange: Exchange, file: StaticFile, cache: string, status: 200 | 404): Response {
  const encoding = encodingFor(exchange.req.header('accept-encoding') ?? '', file)
  const etag = `"${file.etag}-${encoding}"`
  exchange.header('cache-control', cache)
  exchange.header('etag', etag)
  exchange.header('vary', 'Accept-Encoding')
  const known = (exchange.req.header('if-none-match') ?? '')
    .split(',')
    .map(tag => tag.trim().replace(/^W\//, ''))
  if (status === 200 && known.includes(etag)) return exchange.body(null, 304)
  exchange.header('content-type', file.type)
  if (encoding !== 'identity') exchange.header('content-encoding', encoding)
  const body = file.bodies.get(encoding)
  return body === undefined ? exchange.body(null, status) : exchange.body(body, status)
}

/** A page is wanted, not a script or picture that happens to be missing. */
function isNavigation(exchange: Exchange): boolean {
  const mode = exchange.req.header('sec-fetch-mode')
  if (mode !== undefined) return mode === 'navigate'
  return extname(exchange.req.path) === '' && /text\/html|\*\/\*/.test(exchange.req.header('accept') ?? '*/*')
}

const cacheOf = (path: string) => (path.startsWith('/assets/') ? FOREVER : 'no-cache')

function encodingFor(accepted: string, file: StaticFile): Encoding {
  const wanted = new Set(
    accepted
      .split(',')
      .filter(part => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map(part => part.split(';')[0]?.trim()),
  )
  if (wanted.has('br') && file.bodies.has('br')) return 'br'
  return wanted.has('gzip') && file.bodies.has('gzip') ? 'gzip' : 'identity'
}

function fileAt(path: string, present: ReadonlySet<string>): StaticFile {
  const body = readFileSync(path)
  const bodies = new Map<Encoding, Uint8Array<ArrayBuffer>>([['identity', body]])
  if (present.has(`${path}.br`)) bodies.set('br', readFileSync(`${path}.br`))
  if (present.has(`${path}.gz`)) bodies.set('gzip', readFileSync(`${path}.gz`))
  const etag = createHash('sha256').update(body).digest('base64url').slice(0, 20)
  return { type: TYPES[extname(path)] ?? 'application/octet-stream', etag, bodies }
}
