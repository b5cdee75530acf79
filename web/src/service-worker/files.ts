import { cacheName, files, type BuiltFile } from './build.ts'
import { buildOf } from './pages.ts'

const PAGE = '/index.html'

const paths = new Set(files.map(file => file.path))
export const isInBuild = (path: string) => paths.has(path)

/** Fetches all files of this build; when one cannot be had, the whole build is not there and is tried again later. */
export async function fetchBuild(): Promise<void> {
  const cache = await caches.open(cacheName)
  await Promise.all(
    files.map(async file => {
      if ((await cache.match(file.path)) !== undefined) return
      await cache.put(file.path, (await fromEarlierBuild(file)) ?? (await fromServer(file)))
    }),
  )
}

/** The app's page of this build, whatever address is wanted of it. */
export async function page(request: Request): Promise<Response> {
  const cached = await caches.match(PAGE, { cacheName })
  if (cached === undefined) return fetch(request)
  return new URL(request.url).pathname === '/confirm' ? withoutReferrer(cached) : cached
}

// As the server does it: this address carries a sign-in (rule HT6).
function withoutReferrer({ body, headers: kept }: Response): Response {
  const headers = new Headers(kept)
  headers.set('referrer-policy', 'no-referrer')
  return new Response(body, { headers })
}

/**
 * A file for a page: of the build that the page runs, so that code and texts stay together (rule OF6). A name with a
 * hash says what is in it, whatever build it came with; what no cache has, the server may have.
 */
export async function file(request: Request, clientId: string): Promise<Response> {
  const build = (await buildOf(clientId)) ?? cacheName
  const cached =
    (await caches.match(request, { cacheName: build, ignoreVary: true })) ??
    (isHashed(new URL(request.url).pathname) ? await caches.match(request, { ignoreVary: true }) : undefined)
  return cached ?? fetch(request)
}

const isHashed = (path: string) => path.startsWith('/assets/')

// Most files stay the same from build to build, and are not fetched again.
const fromEarlierBuild = ({ path }: BuiltFile) =>
  isHashed(path) ? caches.match(path, { ignoreVary: true }) : undefined

/**
 * The hash makes sure that all files are of one build, also while servers with two builds answer. The page itself never
 * comes out of the browser's cache: its headers may be new where its content is not.
 */
async function fromServer({ path, integrity }: BuiltFile): Promise<Response> {
  const asked: RequestInit =
    integrity === undefined ? {} : { integrity, cache: path === PAGE ? 'reload' : 'no-cache' }
  const response = await fetch(path, { ...asked, priority: 'low' })
  if (!response.ok || response.redirected) throw new Error(`${path}: ${response.status}`)
  return response
}
