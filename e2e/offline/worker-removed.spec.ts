import type { Page } from '@playwright/test'
import type { ServerResponse } from 'node:http'
import { emailField } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { passOn, startFront } from './front.ts'
import { waitForServiceWorker } from './service-worker.ts'

// A browser writes into its console what it could not fetch; the app itself logs no error.
test.use({
  serviceWorkers: 'allow',
  expectedFaults: [/Failed to load resource|fetching the script|unsupported MIME/],
})

type Answer = (response: ServerResponse) => void

test('[OF2] a worker whose script is gone goes, the page reloads once, and that none can be registered is only logged', async ({
  page,
  dacapo,
}) => {
  await using front = await frontOf(dacapo.origin)
  await page.goto(`${front.origin}/signin`)
  await waitForServiceWorker(page)
  const navigations = countNavigations(page)
  front.answerForWorker(response => response.writeHead(404).end())
  const logged = page.waitForEvent('console', message => /service worker could not/.test(message.text()))
  await page.goto(`${front.origin}/signin?again`)
  await expect.poll(() => workers(page)).toEqual({ registered: 0, controls: false, caches: 0 })
  await expect(emailField(page)).toBeVisible()
  // The one that was asked for, and the one that got rid of the worker. One more would have begun by then.
  await page.reload()
  await expect(emailField(page)).toBeVisible()
  // For a moment the browser counts a worker whose script it is asking for.
  await expect.poll(() => workers(page)).toEqual({ registered: 0, controls: false, caches: 0 })
  expect(navigations()).toBe(3)
  expect((await logged).type()).toBe('warning')
})

/** Counts the pages asked for, because one that is replaced before it has loaded has no load event. */
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
    // The page is reloading at this moment.
    .catch(() => null)

/** Stands before the server and answers for the worker's script where it is told to. */
async function frontOf(origin: string) {
  let forWorker: Answer | null = null
  const front = await startFront((asked, response) => {
    if (asked.url === '/service-worker.js' && forWorker !== null) forWorker(response)
    else passOn(asked, response, origin)
  })
  return { ...front, answerForWorker: (answer: Answer) => (forWorker = answer) }
}
