import { CACHE_PREFIX, buildCacheName } from './build.ts'

declare const self: ServiceWorkerGlobalScope

/** The worker's own build, and the earlier build that each open page runs, by client id. */
type Builds = { readonly active: string; readonly ofPages: Readonly<Record<string, string>> }

const NOTES = 'dacapo worker'
const KEY = '/builds'

let known: Promise<Builds | null> | null = null

/**
 * Returns the name of the cache with the build of an open page, or null if that page runs the service worker's own
 * build.
 */
export async function cacheNameOfClient(clientId: string): Promise<string | null> {
  return (await builds())?.ofPages[clientId] ?? null
}

/**
 * Makes the service worker's own build the one that new pages get. Open pages use their earlier build until they are
 * closed or reloaded (rule OF6). A page that was loaded from the server while no worker controlled it may already run
 * the new build. It is nevertheless treated as a page of the earlier build, whose cache is therefore kept until the
 * page is closed or reloaded.
 */
export async function activateBuild(): Promise<void> {
  const before = await builds()
  const ofPages =
    before === null
      ? {}
      : Object.fromEntries((await openPages()).map(id => [id, before.ofPages[id] ?? before.active]))
  await note({ active: buildCacheName, ofPages })
  // No page uses a build that was cached but never activated, unless a newer worker is installing it now.
  if (self.registration.installing === null) await dropBuilds(await caches.keys())
}

/** Deletes the caches of builds that no open page runs. */
export async function deleteUnusedBuilds(): Promise<void> {
  const now = await builds()
  if (now === null || Object.keys(now.ofPages).length === 0) return
  const open = new Set(await openPages())
  const ofPages = Object.fromEntries(Object.entries(now.ofPages).filter(([id]) => open.has(id)))
  await note({ ...now, ofPages })
  await dropBuilds(Object.values(now.ofPages))
}

async function dropBuilds(names: readonly string[]): Promise<void> {
  const used = new Set([buildCacheName, ...Object.values((await builds())?.ofPages ?? {})])
  const unused = names.filter(name => name.startsWith(CACHE_PREFIX) && !used.has(name))
  await Promise.all(unused.map(name => caches.delete(name)))
}

async function openPages(): Promise<readonly string[]> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return pages.map(({ id }) => id)
}

// Browsers stop an idle worker, so its state is stored in a cache, its only storage here.
function builds(): Promise<Builds | null> {
  known ??= caches.match(KEY, { cacheName: NOTES }).then(async noted => (await noted?.json()) ?? null)
  return known
}

async function note(next: Builds): Promise<void> {
  known = Promise.resolve(next)
  await (await caches.open(NOTES)).put(KEY, Response.json(next))
}
