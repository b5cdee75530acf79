import { cachedResponseKind } from './cached-response-kind.ts'
import { cacheBuild, assetResponse, isFileOfBuild, appShellResponse } from './files.ts'
import { activateBuild, deleteUnusedBuilds } from './pages.ts'

declare const self: ServiceWorkerGlobalScope

// Serves the app from its cache first (spec 9). A new build is cached beside the active one and waits until it is told
// to activate, or until no page is open (rule OF5).
self.addEventListener('install', event => event.waitUntil(cacheBuild()))

self.addEventListener('activate', event =>
  // The page that registered the first worker has loaded its files by now.
  event.waitUntil(activateBuild().then(() => self.clients.claim())),
)

self.addEventListener('message', event => {
  if (event.data === 'begin') void self.skipWaiting()
})

self.addEventListener('fetch', event => {
  const { request } = event
  switch (cachedResponseKind(request, self.location.origin, isFileOfBuild)) {
    case 'page':
      event.respondWith(appShellResponse(request))
      break
    case 'file':
      event.respondWith(assetResponse(request, event.clientId))
      break
    case null:
      return
  }
  // With the files too: while a page is being answered, the one it replaces still counts as open.
  event.waitUntil(deleteUnusedBuilds())
})
