import type { Page } from '@playwright/test'
import type { ServerResponse } from 'node:http'
import { emailField } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { forwardRequest, startHttpServer } from './http-server.ts'
import { waitForServiceWorker } from './service-worker.ts'

// The browser logs what it could not fetch; the app itself logs no error.
test.use({
  serviceWorkers: 'allow',
  expectedFaults: [/Failed to load resource|fetching the script|unsupported MIME/],
})

test('[OF2] a worker whose script is gone goes, the page reloads once, and that none can be registered is only logged', async ({
  page,
  dacapo,
}) => {
  await using proxy = await startWorkerProxy(dacapo.origin)
  await page.goto(`${proxy.origin}/signin`)
  await waitForServiceWorker(page)
  const navigations = countNavigations(page)
  proxy.setWorkerHandler(response => response.writeHead(404).end())
  const logged = page.waitForEvent('console', message => /service worker could not/.test(message.text()))
  await page.goto(`${proxy.origin}/signin?again`)
  await expect.poll(() => workers(page)).toEqual({ registered: 0, controls: false, caches: 0 })
  await expect(emailField(page)).toBeVisible()
  // The test's navigation and the reload that removes the worker. Another reload would have started by now.
  await page.reload()
  await expect(emailField(page)).toBeVisible()
  // For a moment the browser counts a worker whose script it is fetching.
  await expect.poll(() => workers(page)).toEqual({ registered: 0, controls: false, caches: 0 })
  expect(navigations()).toBe(3)
  expect((await logged).type()).toBe('warning')
})

/** Counts requests, because a page that is replaced before it has loaded fires no load event. */
function countNavigations(page: Page): () => number {
  let navigations = 0
  page.on('request', sent => {
    if (sent.isNavigationRequest()) navigations += 1
  })
  return () => navigations
}

const workers = (page: Page) =>
  page
    .evaluate(async () => ({
      registered: (await navigator.serviceWorker.getRegistrations()).length,
      controls: navigator.serviceWorker.controller !== null,
      caches: (await caches.keys()).length,
    }))
    // The page is reloading.
    .catch(() => null)

async function startWorkerProxy(origin: string) {
  let handler: ((response: ServerResponse) => void) | null = null
  const proxy = await startHttpServer((request, response) => {
    if (request.url === '/service-worker.js' && handler !== null) handler(response)
    else forwardRequest(request, response, origin)
  })
  return { ...proxy, setWorkerHandler: (next: typeof handler) => (handler = next) }
}
