import { chromium, type Page } from '@playwright/test'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addUnsplitPieceOnScreen } from '../pieces/add-whole-piece.ts'
import { browserOptions } from '../browser-options.ts'
import { button, emailField, listEntry, successToast, textField } from '../controls.ts'
import { fillLibrary } from '../pieces/filled-library.ts'
import { expect, signInByCode, test } from '../musician.ts'
import { startServerProcess } from '../running-server.ts'
import { startAppOffline, waitForServiceWorker } from './service-worker.ts'

// The browser logs every request that fails without a network.
test.use({ serviceWorkers: 'allow', expectedFaults: [/ERR_INTERNET_DISCONNECTED|Failed to load resource/] })

test('[OF1][OF2] without any network everything works that is not signing in or paying, and arrives later @main', async ({
  page,
  musician,
  context,
  watchedPage,
}) => {
  test.setTimeout(120_000)
  await musician.signIn()
  await musician.fillLibrary([
    { name: 'The Swan', importance: 1, endTempo: 60, parts: [[null, 50]] },
    { name: 'Clair de lune', importance: 5, endTempo: 96, parts: [[null, 40]] },
  ])
  // The worker fetches the whole build, so it is registered only after the first sync.
  const first = await holdFirstRequest(page, '**/api/v1/sync')
  await page.goto('/practice')
  await first.held
  expect(await registeredWorkersWhenIdle(page)).toBe(0)
  first.release()
  await expect(listEntry(page, 'The Swan')).toBeVisible()
  await waitForServiceWorker(page)
  await page.close()

  const later = await startAppOffline(context, '/practice?source=home', watchedPage)
  await expect(later.getByRole('heading', { name: 'today', exact: true })).toBeVisible()
  await expect(listEntry(later, 'The Swan')).toBeVisible()
  const bar = later.getByRole('navigation')

  // Practicing: two parts, one of them saved.
  await button(later, 'Start practicing').click()
  await button(later, 'one bpm more').click()
  await button(later, 'Next').click()
  await button(later, 'Skip').click()
  await expect(later.getByRole('heading', { name: 'Congratulations' })).toBeVisible()

  // Adding, editing, deleting; screens that were never opened on this device.
  await bar.getByRole('link', { name: 'Pieces' }).click()
  await later.getByRole('link', { name: 'Add new piece' }).click()
  await addUnsplitPieceOnScreen(later, { name: 'Für Elise', urgency: /^3/, goal: 120, current: 80 })
  await later.getByRole('link', { name: 'Edit Für Elise' }).click()
  await textField(later, 'name').fill('Für Therese')
  await button(later, 'Save').click()
  await expect(listEntry(later, 'Für Therese')).toBeVisible()
  await later.getByRole('link', { name: 'Edit The Swan' }).click()
  await button(later, 'Delete piece').click()
  await later.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(successToast(later, 'Deleted The Swan')).toBeVisible()

  // The account: the offers, a language that this device never showed, and the dark theme.
  await bar.getByRole('link', { name: 'Account' }).click()
  await button(later, 'Upgrade').click()
  await expect(later.getByRole('dialog').getByRole('button', { name: /^Monthly/ })).toBeDisabled()
  await expect(later.getByRole('alert')).toContainText('Buying needs a connection')
  await later.keyboard.press('Escape')
  await expect(later.getByRole('dialog')).toBeHidden()
  await later.getByRole('radio', { name: 'Deutsch' }).check({ force: true })
  await expect(bar.getByRole('link', { name: 'Stücke' })).toBeVisible()
  await later.getByRole('radio', { name: 'dunkel' }).check({ force: true })
  await expect(later.locator('html')).toHaveAttribute('data-theme', 'dark')
  await later.goto('/pieces')
  await expect(later.getByRole('heading', { name: 'Meine Stücke' })).toBeVisible()
  await expect(listEntry(later, 'Für Therese')).toBeVisible()

  await context.setOffline(false)
  const other = await musician.secondDevice()
  await other.goto('/pieces')
  await expect(listEntry(other, 'Für Therese')).toBeVisible()
  await expect(listEntry(other, 'Clair de lune')).toBeVisible()
  await expect(listEntry(other, 'The Swan')).toHaveCount(0)
})

test('[OF1] the browser is closed, the server is off, and a start from nothing shows today’s overview @main', async () => {
  const server = await startServerProcess()
  const profile = await mkdtemp(join(tmpdir(), 'dacapo-profile-'))
  const open = () => chromium.launchPersistentContext(profile, { ...browserOptions(), locale: 'en-US' })
  try {
    const first = await open()
    const page = await first.newPage()
    await signInByCode(page.request, server.origin, 'clara@example.org')
    await fillLibrary(page.request, server.origin)
    await page.goto(`${server.origin}/practice`)
    await expect(button(page, 'Start practicing')).toBeVisible()
    await waitForServiceWorker(page)
    await first.close()
    await server.stop('SIGKILL')

    const second = await open()
    const later = await second.newPage()
    await later.goto(`${server.origin}/practice`)
    await expect(listEntry(later, 'Clair de lune').first()).toBeVisible()
    await expect(button(later, 'Start practicing')).toBeEnabled()
    await second.close()
  } finally {
    await server.stop()
    await rm(profile, { recursive: true, force: true })
  }
})

test('[OF3][OF1][SG23] after a guest’s first visit all of the app is on the device and nothing else, and without any network signing in says that it needs a connection', async ({
  page,
  context,
  watchedPage,
  dacapo,
}) => {
  await test.step('addresses that are no screens are not answered with the app', async () => {
    await page.goto('/signin')
    await waitForServiceWorker(page)
    for (const path of ['/healthz', '/openapi.json', '/dev/mailbox', '/api/v1/config']) {
      const answer = await page.goto(path)
      expect(answer?.fromServiceWorker(), path).toBe(false)
      await expect(page.locator('#root')).toHaveCount(0)
    }
    const screen = await page.goto('/signin?lng=de')
    expect(screen?.fromServiceWorker()).toBe(true)
    // The same header as from the server, because the address contains a sign-in token.
    const secret = await page.goto('/confirm?token=abc')
    expect(secret?.fromServiceWorker()).toBe(true)
    expect(secret?.headers()['referrer-policy']).toBe('no-referrer')
    expect(dacapo.output()).not.toContain('token=abc')
  })

  await test.step('every file of the build and every text is on the device after the first visit', async () => {
    await page.goto('/signin?lng=en')
    await waitForServiceWorker(page)
    const cached = await page.evaluate(async () => {
      const [name = ''] = await caches.keys()
      const answers = await (await caches.open(name)).keys()
      return answers.map(({ url }) => new URL(url).pathname)
    })
    for (const language of ['en', 'de'])
      for (const file of await readdir(join(import.meta.dirname, '../../locales', language)))
        // Only the server uses these two.
        if (file !== 'mail.json' && file !== 'page.json')
          expect(cached).toContain(`/locales/${language}/${file}`)
    expect(cached).toContain('/index.html')
    expect(cached).toContain('/theme.js')
    expect(cached.some(path => /nunito-latin-wght.*\.woff2$/.test(path))).toBe(true)
    expect(cached.some(path => /\/practice-step-.*\.css$/.test(path))).toBe(true)
    expect(cached.filter(path => /mail\.json|^\/(auth|screenshots)\//.test(path))).toEqual([])
  })

  await test.step('without any network a guest finds the sign-in screen, is told that it needs a connection, and can try the click', async () => {
    await page.close()
    const later = await startAppOffline(context, '/practice', watchedPage)
    await emailField(later).fill('clara@example.org')
    await emailField(later).press('Enter')
    await expect(emailField(later)).toHaveAccessibleDescription(/offline/)
    await later.getByRole('link', { name: 'Privacy Policy' }).click()
    await expect(later.getByRole('heading', { name: 'Privacy Policy' })).toBeVisible()
    await button(later, 'Back').click()
    await later.getByRole('link', { name: 'Try the click' }).click()
    await button(later, 'Start metronome').click()
    await expect(button(later, 'Stop metronome')).toBeVisible()
  })
})

async function holdFirstRequest(page: Page, address: string) {
  const held = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route(
    address,
    async route => {
      held.resolve()
      await released.promise
      await route.continue()
    },
    { times: 1 },
  )
  return { held: held.promise, release: released.resolve }
}

const registeredWorkersWhenIdle = (page: Page) =>
  page.evaluate(async () => {
    await new Promise(resolve => requestIdleCallback(resolve))
    return (await navigator.serviceWorker.getRegistrations()).length
  })
