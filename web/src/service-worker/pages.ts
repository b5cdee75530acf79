import { CACHES, cacheName } from './build.ts'

declare const self: ServiceWorkerGlobalScope

/** Which build is the worker's, and which earlier one an open page was started with, by the page's id. */
type Builds = { readonly active: string; readonly ofPages: Readonly<Record<string, string>> }

const NOTES = 'dacapo worker'
const KEY = '/builds'

let known: Promise<Builds | null> | null = null

/** The cache of the build that an open page runs; null for a page of the worker's own build. */
export async function buildOf(clientId: string): Promise<string | null> {
  return (await builds())?.ofPages[clientId] ?? null
}

/**
 * Begins to answer with this build. Pages that are open run an earlier one, and go on with its files until they are
 * closed or loaded again (rule OF6).
 */
export async function beginWithThisBuild(): Promise<void> {
  const before = await builds()
  const ofPages =
    before === null
      ? {}
      : Object.fromEntries((await openPages()).map(id => [id, before.ofPages[id] ?? before.active]))
  await note({ active: cacheName, ofPages })
  // A build that was fetched and never begun with is no page's. The next one may be on its way at this moment.
  if (self.registration.installing === null) await dropBuilds(await caches.keys())
}

/** Deletes the builds of pages that are gone by now. */
export async function dropUnusedBuilds(): Promise<void> {
  const now = await builds()
  if (now === null || Object.keys(now.ofPages).length === 0) return
  const open = new Set(await openPages())
  const ofPages = Object.fromEntries(Object.entries(now.ofPages).filter(([id]) => open.has(id)))
  await note({ ...now, ofPages })
  await dropBuilds(Object.values(now.ofPages))
}

async function dropBuilds(names: readonly string[]): Promise<void> {
  const used = new Set([cacheName, ...Object.values((await builds())?.ofPages ?? {})])
  const unused = names.filter(name => name.startsWith(CACHES) && !used.has(name))
  await Promise.all(unused.map(name => caches.delete(name)))
}

async function openPages(): Promise<readonly string[]> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return pages.map(({ id }) => id)
}

// A worker is ended whenever it has nothing to do; what it must remember lies in a cache, its only storage here.
function builds(): Promise<Builds | null> {
  known ??= caches.match(KEY, { cacheName: NOTES }).then(async noted => (await noted?.json()) ?? null)
  return known
}

async function note(next: Builds): Promise<void> {
  known = Promise.resolve(next)
  await (await caches.open(NOTES)).put(KEY, Response.json(next))
}
