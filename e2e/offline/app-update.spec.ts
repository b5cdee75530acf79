import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { button, textField } from '../controls.ts'
import { fillLibrary } from '../pieces/filled-library.ts'
import { expect, signInByCode, test } from '../musician.ts'
import { waitForServiceWorker } from './service-worker.ts'
import {
  createBuildAfterThis,
  startDeployableServer,
  SECOND_BUILD_TEXT,
  type TwoBuilds,
} from './two-builds.ts'

// The server is away for a moment while the new one takes its place.
test.use({ serviceWorkers: 'allow', expectedFaults: [/Failed to load resource|ERR_/] })
// Each starts two servers one after the other.
test.setTimeout(120_000)

let builds: TwoBuilds
test.beforeAll(async () => {
  test.setTimeout(300_000)
  builds = await createBuildAfterThis()
})
test.afterAll(() => builds.remove())

test('[OF5] a new version is fetched beside the running one, offered, and begins when one says so @main', async ({
  page,
}) => {
  await using server = await startDeployableServer(builds)
  await startedOn(page, server.origin, '/pieces')
  await server.deploySecond()
  await comeBack(page)
  await expect(offer(page)).toBeVisible()
  await expect(link(page, 'Pieces')).toBeVisible()
  await page.reload()
  await expect(offer(page)).toBeVisible()
  await expect(link(page, 'Pieces')).toBeVisible()

  await offer(page).click()
  await expect(link(page, SECOND_BUILD_TEXT)).toBeVisible()
  await expect(offer(page)).toBeHidden()
  expect(new URL(page.url()).pathname).toBe('/pieces')
  // What no page needs any more is not kept.
  await page.reload()
  await expect.poll(() => keptBuilds(page)).toBe(1)
})

test('[OF5] begins within seconds although the browser holds the new version back', async ({
  page,
  context,
}) => {
  await using server = await startDeployableServer(builds)
  await startedOn(page, server.origin, '/pieces')
  // A worker with an event that does not end counts as busy, and the next one is not activated for minutes.
  await context.serviceWorkers()[0]?.evaluate(() =>
    self.addEventListener('message', (event: Event) => {
      if ('waitUntil' in event && typeof event.waitUntil === 'function')
        event.waitUntil(new Promise(() => {}))
    }),
  )
  await page.evaluate(() => navigator.serviceWorker.controller?.postMessage('hold'))
  await server.deploySecond()
  await comeBack(page)
  await offer(page).click()
  await expect(link(page, SECOND_BUILD_TEXT)).toBeVisible()
  await waitForServiceWorker(page)
  await page.reload()
  await expect(link(page, SECOND_BUILD_TEXT)).toBeVisible()
})

test('[OF5] an hour is waited at most until the server is asked for a new version', async ({ page }) => {
  await using server = await startDeployableServer(builds)
  await page.clock.install()
  await startedOn(page, server.origin, '/pieces')
  await server.deploySecond()
  await page.clock.runFor(59 * 60_000)
  await expect(offer(page)).toBeHidden()
  await page.clock.runFor(60_000)
  await expect(offer(page)).toBeVisible()
})

test('[OF5] while somebody practices or writes in any tab nothing is offered; a tab that closes meanwhile holds nothing back', async ({
  page,
  context,
  watchedPage,
}) => {
  await using server = await startDeployableServer(builds)
  await startedOn(page, server.origin, '/pieces')
  const other = await context.newPage()
  watchedPage(other)
  await other.goto(`${server.origin}/practice`)
  await button(other, 'Start practicing').click()
  await expect(button(other, 'Leave practice')).toBeVisible()
  await server.deploySecond()
  await comeBack(page)
  await expect.poll(() => isWaiting(page)).toBe(true)
  await expect(offer(page)).toBeHidden()

  await button(other, 'Leave practice').click()
  await expect(offer(page)).toBeVisible()
  await expect(offer(other)).toBeVisible()

  await link(other, 'Pieces').click()
  await other
    .getByRole('link', { name: /^Edit / })
    .first()
    .click()
  await textField(other, 'name').fill('Encore')
  await expect(offer(page)).toBeHidden()
  await expect(offer(other)).toBeHidden()
  await button(other, 'Cancel').click()
  await expect(offer(page)).toBeVisible()

  await link(other, 'Practice').click()
  await other.getByRole('button', { name: /^(?:Start|Continue)/ }).click()
  await expect(offer(page)).toBeHidden()
  await other.close()
  await expect(offer(page)).toBeVisible()
})

test('[OF5] who closes all tabs has the new version the next time', async ({
  page,
  context,
  watchedPage,
}) => {
  await using server = await startDeployableServer(builds)
  await startedOn(page, server.origin, '/pieces')
  await server.deploySecond()
  await comeBack(page)
  await expect.poll(() => isWaiting(page)).toBe(true)
  await page.close()
  const next = await context.newPage()
  watchedPage(next)
  // The browser lets a worker go a moment after its last page.
  await expect(async () => {
    await next.goto(`${server.origin}/pieces`)
    await expect(link(next, SECOND_BUILD_TEXT)).toBeVisible()
    await next.goto('about:blank')
  }).toPass()
})

test('[OF6] when one tab begins with the new version, another goes on with the old one until it is loaded again', async ({
  page,
  context,
  watchedPage,
}) => {
  await using server = await startDeployableServer(builds)
  await startedOn(page, server.origin, '/pieces')
  const other = await context.newPage()
  watchedPage(other)
  await other.goto(`${server.origin}/pieces`)
  await server.deploySecond()
  await comeBack(other)
  await offer(other).click()
  await expect(link(other, SECOND_BUILD_TEXT)).toBeVisible()

  // Code that was not loaded yet, and texts that were not, both of the build this page began with; no network is needed.
  await context.setOffline(true)
  await link(page, 'Account').click()
  await expect(button(page, 'Log out')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.dataset['build'])).toBeUndefined()
  await expect(link(page, 'Pieces')).toBeVisible()
  expect(await keptBuilds(page)).toBe(2)
  await context.setOffline(false)

  await expect(offer(page)).toBeVisible()
  await offer(page).click()
  await expect(link(page, SECOND_BUILD_TEXT)).toBeVisible()
  await expect(button(page, 'Log off')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.dataset['build'])).toBe('second')
  // The other tab too: on a busy machine the new version comes from the server, and its tab counts as one of the old
  // build until it is loaded again.
  await other.reload()
  await page.reload()
  await expect.poll(() => keptBuilds(page)).toBe(1)
})

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('[OF8] a page of the build before still loads the rest of it', async ({ page }) => {
    await using server = await startDeployableServer(builds)
    await signedIn(page, server.origin)
    await page.goto(`${server.origin}/pieces`)
    // What is still loading while the server is replaced fails, as it may.
    await page.waitForLoadState('networkidle')
    await server.deploySecond()
    await link(page, 'Account').click()
    await expect(page.getByRole('radio', { name: 'Deutsch' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.dataset['build'])).toBeUndefined()
  })
})

const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'main' }).getByRole('link', { name, exact: true })
const offer = (page: Page) => button(page, 'New version: reload')

async function signedIn(page: Page, origin: string): Promise<void> {
  await signInByCode(page.request, origin, `clara-${randomUUID().slice(0, 8)}@example.org`)
  await fillLibrary(page.request, origin)
}

async function startedOn(page: Page, origin: string, path: string): Promise<void> {
  await signedIn(page, origin)
  await page.goto(origin + path)
  await expect(link(page, 'Pieces')).toBeVisible()
  await waitForServiceWorker(page)
}

/** As when the page is looked at again. */
const comeBack = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

const isWaiting = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state === 'installed')

const keptBuilds = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter(name => name.startsWith('dacapo files')).length)
