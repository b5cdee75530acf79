import { matchScreenAddress } from '#core/protocol/screen-addresses.ts'
import { buildCacheName, BUILD_FILES, CACHE_PREFIX, type BuiltFile } from './build.ts'
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
  // One look at the names instead of one at each file: on a busy device WebKit takes long for each.
  const cached = await pathsIn(cache)
  const earlier = await earlierFiles()
  await Promise.all(
    BUILD_FILES.filter(({ path }) => !cached.has(path)).map(async file => {
      const kept = isHashed(file.path)
        ? await earlier.get(file.path)?.match(file.path, { ignoreVary: true })
        : undefined
      await cache.put(file.path, kept ?? (await fromServer(file)))
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

/** Returns the cache that contains each file of earlier builds: most files are the same, and are not fetched again. */
async function earlierFiles(): Promise<ReadonlyMap<string, Cache>> {
  const names = (await caches.keys()).filter(name => name.startsWith(CACHE_PREFIX) && name !== buildCacheName)
  const found = new Map<string, Cache>()
  for (const name of names) {
    const cache = await caches.open(name)
    for (const path of await pathsIn(cache)) found.set(path, cache)
  }
  return found
}

const pathsIn = async (cache: Cache): Promise<ReadonlySet<string>> =>
  new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))

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
