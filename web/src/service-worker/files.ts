import { matchScreenAddress } from '#core/protocol/screen-addresses.ts'
import { buildCacheName, BUILD_FILES, type BuiltFile } from './build.ts'
import { cacheNameOfClient } from './pages.ts'

const PAGE = '/index.html'

const paths = new Set(BUILD_FILES.map(file => file.path))
/** Returns true if the URL path is that of a file in the service worker's own build. */
export const isFileOfBuild = (path: string) => paths.has(path)

/**
 * Caches all files of the service worker's own build. Rejects if a file cannot be fetched. The browser then discards
 * this service worker and installs it again later.
 */
export async function cacheBuild(): Promise<void> {
  const cache = await caches.open(buildCacheName)
  await Promise.all(
    BUILD_FILES.map(async file => {
      if ((await cache.match(file.path)) !== undefined) return
      await cache.put(file.path, (await fromEarlierBuild(file)) ?? (await fromServer(file)))
    }),
  )
}

/**
 * Returns the cached HTML page of the service worker's own build, or the server's response to the request if the page
 * is not cached. The address of every screen gets this same page, and the app then renders the screen.
 */
export async function appShellResponse(request: Request): Promise<Response> {
  const cached = await caches.match(PAGE, { cacheName: buildCacheName })
  if (cached === undefined) return fetch(request)
  const address = matchScreenAddress(new URL(request.url).pathname)
  return address === '/confirm' ? withoutReferrer(cached) : cached
}

// Sets the referrer policy that the server sets too: this address contains a sign-in token (rule HT6).
function withoutReferrer({ body, headers: kept }: Response): Response {
  const headers = new Headers(kept)
  headers.set('referrer-policy', 'no-referrer')
  return new Response(body, { headers })
}

/**
 * Returns a cached file of the build that the requesting page runs, so that the page's code and texts match (rule OF6).
 * A file with a hash in its name may come from any build. Fetches the file from the server if no cache contains it.
 */
export async function assetResponse(request: Request, clientId: string): Promise<Response> {
  const build = (await cacheNameOfClient(clientId)) ?? buildCacheName
  const cached =
    (await caches.match(request, { cacheName: build, ignoreVary: true })) ??
    (isHashed(new URL(request.url).pathname) ? await caches.match(request, { ignoreVary: true }) : undefined)
  return cached ?? fetch(request)
}

const isHashed = (path: string) => path.startsWith('/assets/')

// Most files are the same in every build, and are not fetched again.
const fromEarlierBuild = ({ path }: BuiltFile) =>
  isHashed(path) ? caches.match(path, { ignoreVary: true }) : undefined

/**
 * Fetches a file from the server. The hash ensures that all files belong to one build while servers with two builds
 * respond. The page itself bypasses the HTTP cache, because its headers may change while its content does not.
 */
async function fromServer({ path, integrity }: BuiltFile): Promise<Response> {
  const asked: RequestInit =
    integrity === undefined ? {} : { integrity, cache: path === PAGE ? 'reload' : 'no-cache' }
  const response = await fetch(path, { ...asked, priority: 'low' })
  if (!response.ok || response.redirected) throw new Error(`${path}: ${response.status}`)
  return response
}
