import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { emailField, listEntry } from '../controls.ts'
import { expect, signInByCode, signedInUserId, test } from '../musician.ts'
import { fillLibrary } from '../pieces/filled-library.ts'
import { piecesOnServer, setGoalOfSwan } from '../pieces/my-pieces.ts'
import { returnOnline, SESSION_URL, SYNC_URL } from '../states/trouble.ts'
import { listDatabases } from '../sync/stored-rows.ts'
import { blockCrossTabMessages } from './cross-tab-messages.ts'

// Late requests of a former user's page are rejected or aborted.
test.use({ expectedFaults: [/Failed to load resource/] })

type ClaraSignedIn = {
  readonly page: Page
  readonly context: BrowserContext
  readonly otherDevice: APIRequestContext
  readonly origin: string
  /** Signs Robert in without an event that a page could receive. */
  readonly signInRobert: () => Promise<void>
}

const MOMENTS: readonly {
  readonly name: string
  readonly isSuspended?: true
  readonly switchUser: (setup: ClaraSignedIn) => Promise<void>
}[] = [
  {
    name: 'in another tab while the page sleeps',
    isSuspended: true,
    async switchUser({ page, context, signInRobert }) {
      await signInRobert()
      const other = await context.newPage()
      await other.goto('/pieces')
      await expect(listEntry(other, 'Gigue')).toBeVisible()
      await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    },
  },
  {
    name: 'while an answer that names Clara hangs',
    async switchUser({ page, context, signInRobert }) {
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      const held = page.waitForRequest(SESSION_URL)
      await page.route(
        SESSION_URL,
        async route => {
          const response = await route.fetch()
          await released
          // The page that sent the request is gone.
          await route.fulfill({ response }).catch(() => undefined)
        },
        { times: 1 },
      )
      await returnOnline(page)
      await held
      await signInRobert()
      await (await context.newPage()).goto('/pieces')
      release()
    },
  },
  {
    name: 'after an offline start',
    async switchUser({ page, signInRobert }) {
      await page.route('**/api/**', route => route.abort())
      await page.reload()
      await expect(listEntry(page, 'The Swan')).toContainText('goal 72 bpm')
      await signInRobert()
      await page.unroute('**/api/**')
      await returnOnline(page)
    },
  },
  {
    name: 'after Clara’s account was deleted elsewhere',
    async switchUser({ page, context, otherDevice, origin, signInRobert }) {
      const headers = { origin, 'x-dacapo-user': await signedInUserId(page, origin) }
      const deletion = await otherDevice.delete(`${origin}/api/v1/account?language=en`, { headers })
      expect(deletion.status()).toBe(204)
      await page.evaluate(() => window.dispatchEvent(new Event('focus')))
      await returnOnline(page)
      // The page has a change that is stored nowhere else.
      const question = page.getByRole('alertdialog', { name: 'Account deleted' })
      await question.getByRole('button', { name: 'Remove here' }).click()
      await expect(emailField(page)).toBeVisible()
      await signInRobert()
      await (await context.newPage()).goto('/pieces')
    },
  },
]

for (const { name, isSuspended, switchUser } of MOMENTS)
  test(`[SI7][SI13] Robert signs in at Clara’s browser ${name}: from then on her page is his, and nothing of either is shown, stored or sent as the other’s`, async ({
    page,
    context,
    musician,
    request,
    dacapo: { origin },
  }) => {
    if (isSuspended) await blockCrossTabMessages(page)
    await page.addInitScript(recordMixedPieces)
    await musician.signIn()
    await musician.fillLibrary([{ name: 'The Swan', importance: 3, endTempo: 84, parts: [[null, 60]] }])
    await page.goto('/pieces')
    await expect(listEntry(page, 'The Swan')).toBeVisible()
    const clara = await signedInUserId(page, origin)
    await signInByCode(request, origin, musician.email)
    await page.route(SYNC_URL, (route, request) =>
      request.headers()['x-dacapo-user'] === clara ? route.abort() : route.continue(),
    )
    await setGoalOfSwan(page, '72')

    let isRobertSignedIn = false
    const acceptedForClara: string[] = []
    context.on('response', response => {
      const asker = response.request().headers()['x-dacapo-user']
      if (isRobertSignedIn && asker === clara && response.ok()) acceptedForClara.push(response.url())
    })
    await switchUser({
      page,
      context,
      otherDevice: request,
      origin,
      async signInRobert() {
        await signInByCode(page.request, origin, `robert-${randomUUID().slice(0, 8)}@example.org`)
        await fillLibrary(page.request, origin, [
          { name: 'Gigue', importance: 3, endTempo: 100, parts: [[null, 80]] },
        ])
        isRobertSignedIn = true
      },
    })

    const robert = await signedInUserId(page, origin)
    await expect(listEntry(page, 'Gigue')).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('dacapo.user'))).toBe(robert)
    await expect(page.getByText('The Swan')).toHaveCount(0)
    expect(await page.evaluate(() => sessionStorage.getItem('mixed'))).toBeNull()
    expect(await piecesOnServer(page.request, origin)).toMatchObject([{ name: 'Gigue' }])
    expect(await piecesOnDevice(page, robert)).toEqual(['Gigue'])
    if ((await listDatabases(page)).includes(`dacapo-${clara}`))
      expect(await piecesOnDevice(page, clara)).toEqual(['The Swan'])
    expect(acceptedForClara).toEqual([])
  })

function recordMixedPieces(): void {
  const check = () => {
    const text = document.body?.textContent ?? ''
    if (text.includes('The Swan') && text.includes('Gigue')) sessionStorage.setItem('mixed', location.href)
  }
  new MutationObserver(check).observe(document, { childList: true, subtree: true, characterData: true })
}

const piecesOnDevice = (page: Page, user: string): Promise<string[]> =>
  page.evaluate(async id => {
    const opening = indexedDB.open(`dacapo-${id}`)
    await new Promise(resolve => opening.addEventListener('success', resolve))
    const reading = opening.result.transaction('pieces').objectStore('pieces').getAll()
    await new Promise(resolve => reading.addEventListener('success', resolve))
    opening.result.close()
    return (reading.result as { name: string }[]).map(({ name }) => name)
  }, user)
