import type { Page } from '@playwright/test'
import { button, textField } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { startServerProcess, type RunningServer } from '../running-server.ts'
import { waitForServiceWorker } from './service-worker.ts'
import { createSecondBuild, startDeploymentProxy, SECOND_BUILD_TEXT } from './second-build.ts'

// The server cannot be reached for a moment while the new one replaces it.
test.use({ serviceWorkers: 'allow', expectedFaults: [/Failed to load resource|ERR_/] })

let build: Awaited<ReturnType<typeof createSecondBuild>>
let second: RunningServer
test.beforeAll(async () => {
  test.setTimeout(300_000)
  build = await createSecondBuild()
  second = await startServerProcess({ checkout: build.checkout })
})
test.afterAll(async () => {
  await second.stop()
  await build.remove()
})
test.beforeEach(async ({ musician }) => {
  await musician.signIn()
  await musician.fillLibrary()
})

test('[OF5] begins within seconds although the browser holds the new version back', async ({
  page,
  context,
  dacapo,
}) => {
  await using proxy = await startDeploymentProxy(dacapo.origin, second.origin)
  await openWithServiceWorker(page, `${proxy.origin}/pieces`)
  // A worker with an event that does not end counts as busy, and the next one is not activated for minutes.
  await context.serviceWorkers()[0]?.evaluate(() =>
    self.addEventListener('message', (event: Event) => {
      if ('waitUntil' in event && typeof event.waitUntil === 'function')
        event.waitUntil(new Promise(() => {}))
    }),
  )
  await page.evaluate(() => navigator.serviceWorker.controller?.postMessage('hold'))
  proxy.deploySecond()
  await fireVisibilityChange(page)
  await reloadButton(page).click()
  await expect(link(page, SECOND_BUILD_TEXT)).toBeVisible()
  await waitForServiceWorker(page)
  await page.reload()
  await expect(link(page, SECOND_BUILD_TEXT)).toBeVisible()
})

test('[OF5] the server is asked for a new version every hour, soon again where a file of it failed, and who closes all tabs has it the next time', async ({
  page,
  context,
  watchedPage,
  dacapo,
}) => {
  await using proxy = await startDeploymentProxy(dacapo.origin, second.origin)
  await page.clock.install()
  await openWithServiceWorker(page, `${proxy.origin}/pieces`)
  proxy.deploySecond({ failsOnceAt: '/locales/en/account.json' })
  await page.clock.runFor(59 * 60_000)
  await expect(reloadButton(page)).toBeHidden()
  await page.clock.runFor(60_000)
  await proxy.failed
  await expect(async () => {
    await page.clock.runFor(10_000)
    await expect(reloadButton(page)).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 20_000 })
  await expect(link(page, 'Pieces')).toBeVisible()

  await page.close()
  const next = await context.newPage()
  watchedPage(next)
  // The browser stops a worker a moment after its last page is closed.
  await expect(async () => {
    await next.goto(`${proxy.origin}/pieces`)
    await expect(link(next, SECOND_BUILD_TEXT)).toBeVisible()
    await next.goto('about:blank')
  }).toPass()
})

test('[OF5][OF6] while somebody practices or writes in any tab nothing is offered; when one tab begins with the new version, another goes on with the old one', async ({
  page,
  context,
  watchedPage,
  dacapo,
}) => {
  await using proxy = await startDeploymentProxy(dacapo.origin, second.origin)
  await openWithServiceWorker(page, `${proxy.origin}/pieces`)
  const openTab = async (path: string) => {
    const tab = await context.newPage()
    watchedPage(tab)
    await tab.goto(proxy.origin + path)
    return tab
  }
  const practicing = await openTab('/practice')
  await button(practicing, 'Start practicing').click()
  await expect(button(practicing, 'Pause practice')).toBeVisible()
  proxy.deploySecond()

  await test.step('nothing is offered while somebody practices or writes in any tab', async () => {
    await fireVisibilityChange(page)
    await expect.poll(() => isWaiting(page)).toBe(true)
    await expect(reloadButton(page)).toBeHidden()
    await button(practicing, 'Pause practice').click()
    await expect(reloadButton(page)).toBeVisible()
    await expect(reloadButton(practicing)).toBeVisible()

    await link(practicing, 'Pieces').click()
    await practicing
      .getByRole('link', { name: /^Edit / })
      .first()
      .click()
    await textField(practicing, 'name').fill('Encore')
    await expect(reloadButton(page)).toBeHidden()
    await expect(reloadButton(practicing)).toBeHidden()
    await practicing.close()
    await expect(reloadButton(page)).toBeVisible()
  })

  await test.step('when one tab begins with the new version, another goes on with the old one until it is loaded again', async () => {
    const other = await openTab('/pieces')
    await reloadButton(other).click()
    await expect(link(other, SECOND_BUILD_TEXT)).toBeVisible()

    // This screen's code is loaded now, from the cached build this page started with.
    await context.setOffline(true)
    await link(page, 'Account').click()
    await expect(page.getByRole('radio', { name: 'Deutsch' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.dataset['build'])).toBeUndefined()
    await expect(link(page, 'Pieces')).toBeVisible()
    await context.setOffline(false)
    await expect(reloadButton(page)).toBeVisible()
    await reloadButton(page).click()
    await expect(link(page, SECOND_BUILD_TEXT)).toBeVisible()
    await expect(button(page, 'Log off')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.dataset['build'])).toBe('second')
  })
})

const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'main' }).getByRole('link', { name, exact: true })
const reloadButton = (page: Page) => button(page, 'New version: reload')

async function openWithServiceWorker(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(link(page, 'Pieces')).toBeVisible()
  await waitForServiceWorker(page)
}

const fireVisibilityChange = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

const isWaiting = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state === 'installed')
