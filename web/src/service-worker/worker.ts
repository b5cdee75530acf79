import { answered } from './answered.ts'
import { fetchBuild, file, isInBuild, page } from './files.ts'
import { beginWithThisBuild, dropUnusedBuilds } from './pages.ts'

declare const self: ServiceWorkerGlobalScope

// The app from its cache first (spec 9). A new build is fetched beside the running one and waits until it is told to
// begin, or until no page is open any more (rule OF5).
self.addEventListener('install', event => event.waitUntil(fetchBuild()))

self.addEventListener('activate', event =>
  // The page that brought the very first worker has its files by now, too.
  event.waitUntil(beginWithThisBuild().then(() => self.clients.claim())),
)

self.addEventListener('message', event => {
  if (event.data === 'begin') void self.skipWaiting()
})

self.addEventListener('fetch', event => {
  const { request } = event
  switch (answered(request, self.location.origin, isInBuild)) {
    case 'page':
      event.respondWith(page(request))
      event.waitUntil(dropUnusedBuilds())
      break
    case 'file':
      event.respondWith(file(request, event.clientId))
      break
    case null:
      break
  }
})
