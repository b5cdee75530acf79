import { findScreenPathPattern } from '#core/protocol/screen-addresses.ts'

declare const self: ServiceWorkerGlobalScope & { readonly policy?: string }

// The build writes its name here, and all files that the app needs to start offline (rule OF3). Files in /assets/ have
// no `integrity`, because their names contain a hash already.
type BuiltFile = { readonly path: string; readonly integrity?: string }
declare const BUILD: string
declare const FILES: readonly BuiltFile[]

const PAGE = '/index.html'

// Each build has a cache of its own. Headers are cached with the page, so another policy, which the server prepends to
// this script, needs another cache.
const ownCacheName = `dacapo files ${BUILD} ${self.policy ?? ''}`
const paths = new Set(FILES.map(({ path }) => path))
const isHashed = (path: string) => path.startsWith('/assets/')

// Serves the app from its cache first (spec 9). A new build is cached beside the active one and waits until it is told
// to begin, or until no page is open (rule OF5).
self.addEventListener('install', event => event.waitUntil(cacheBuild()))

self.addEventListener('activate', event =>
  // The page that registered the first worker has loaded its files by now.
  event.waitUntil(deleteOldBuilds().then(() => self.clients.claim())),
)

self.addEventListener('message', event => {
  if (event.data === 'begin') void self.skipWaiting()
})

self.addEventListener('fetch', event => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (findScreenPathPattern(pathname) !== null) event.respondWith(pageResponse(request, pathname))
    // Pages of an earlier build request files that this build no longer has.
  } else if (paths.has(pathname) || isHashed(pathname)) event.respondWith(fileResponse(request, pathname))
})

async function cacheBuild(): Promise<void> {
  const own = await caches.open(ownCacheName)
  // Reads the names in each cache at once: on a busy device WebKit takes long for each look at a file.
  const cacheOfPath = new Map<string, Cache>()
  for (const name of [...(await caches.keys()).filter(name => name !== ownCacheName), ownCacheName]) {
    const cache = name === ownCacheName ? own : await caches.open(name)
    for (const { url } of await cache.keys()) cacheOfPath.set(new URL(url).pathname, cache)
  }
  await Promise.all(
    FILES.map(async file => {
      const cache = cacheOfPath.get(file.path)
      if (cache === own) return
      const kept = isHashed(file.path) ? await cache?.match(file.path, { ignoreVary: true }) : undefined
      await own.put(file.path, kept ?? (await fetchFile(file)))
    }),
  )
}

/** `integrity` rejects another build's file. `reload` skips the HTTP cache: PAGE needs current headers. */
async function fetchFile({ path, integrity }: BuiltFile): Promise<Response> {
  const asked: RequestInit =
    integrity === undefined ? {} : { integrity, cache: path === PAGE ? 'reload' : 'no-cache' }
  const response = await fetch(path, { ...asked, priority: 'low' })
  if (!response.ok || response.redirected) throw new Error(`${path}: ${response.status}`)
  return response
}

/** Keeps the latest old build, because other tabs may still need code of it (rule OF6). */
async function deleteOldBuilds(): Promise<void> {
  const others = (await caches.keys()).filter(name => name !== ownCacheName)
  await Promise.all(others.slice(0, -1).map(name => caches.delete(name)))
}

async function pageResponse(request: Request, pathname: string): Promise<Response> {
  const cached = await caches.match(PAGE, { cacheName: ownCacheName })
  if (cached === undefined) return fetch(request)
  if (findScreenPathPattern(pathname) !== '/confirm') return cached
  // Sets the referrer policy that the server sets too: this address contains a sign-in token (rule HT6).
  const headers = new Headers(cached.headers)
  headers.set('referrer-policy', 'no-referrer')
  return new Response(cached.body, { headers })
}

async function fileResponse(request: Request, pathname: string): Promise<Response> {
  const own = await caches.match(request, { cacheName: ownCacheName, ignoreVary: true })
  const ofAnyBuild = isHashed(pathname) ? { ignoreVary: true } : null
  return own ?? (ofAnyBuild && (await caches.match(request, ofAnyBuild))) ?? fetch(request)
}
