import type { Page, Route } from '@playwright/test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signedInUserId } from '../musician.ts'
import { SYNC_URL } from '../states/trouble.ts'
import { openDevicePage } from './device-page.ts'
import {
  openDevice,
  openDeviceWithPiece,
  patchFirstPiece,
  readShownLibrary,
  readSyncPhase,
  readWaitingCount,
  recordPiece,
  shownPieceNames,
} from './device-steps.ts'
import { startBrowser, type Cookies, type KillableBrowser } from './killable-browser.ts'
import { expect, test } from './restartable-server.ts'

// As tests/torture with simulated devices, but with a real browser and a server process that are killed.
// Many of these scenarios cut the network, which the browser logs.
test.use({ expectedFaults: [/Failed to load resource/] })

/** How often a browser is killed right after "saved"; `npm run torture` sets more. */
const KILLS = Number(process.env['KILLS'] ?? 4)

const TIMEOUT_MS = 240_000

test.beforeEach(({ musician }) => musician.signIn())

test('[SC4][SC19] what is added, edited and practiced offline survives a reload and arrives once, also five thousand changes of which the first answer is lost', async ({
  page,
  dacapo,
  server,
}) => {
  test.setTimeout(120_000)
  await openDevice(page, dacapo.origin)
  const user = await signedInUserId(page, dacapo.origin)
  await page.context().setOffline(true)
  await recordPiece(page, 'Clair de lune')
  await patchFirstPiece(page, { name: 'Clair de Lune', endTempo: 132 as never })
  // In transactions of fifty, because writing to disk takes the time here and is not tested.
  const practiced = await practiceRepeatedly(page, 100, 50)
  await openOffline(page, dacapo.origin, user)
  const offline = await readShownLibrary(page)
  expect(offline).toMatchObject({ names: ['Clair de Lune'], goals: [132], waiting: 5002 })
  const saved = await readWaitingChangeIds(page)
  await page.route(
    SYNC_URL,
    async route => {
      // The server handles the request, but its answer is lost.
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await page.context().setOffline(false)
  await page.evaluate(() => void window.device.startSync())
  await expect.poll(() => readWaitingCount(page), { timeout: 90_000 }).toBe(0)
  expect(await readSyncPhase(page)).toBe('synced')
  expect(await readShownLibrary(page)).toEqual({ ...offline, waiting: 0 })
  const stored = await server.storedAfterKill(user)
  expectSameElements(stored.changes, saved)
  expectSameElements(stored.practice, practiced)
  expect(stored.pieces).toEqual(['Clair de Lune'])
})

test('[SC12][SC13] of two tabs that wrote offline and a browser killed right after "saved", again and again, nothing is lost', async ({
  page,
  dacapo,
  server,
}, testInfo) => {
  test.setTimeout(TIMEOUT_MS + KILLS * 10_000)
  const user = await openDeviceWithPiece(page, dacapo.origin)
  const cookies = await page.context().cookies()
  const profile = await profileOfUsedDevice(cookies, dacapo.origin)
  const saved: string[] = []
  const kill = async (browser: KillableBrowser) =>
    testInfo.annotations.push({ type: 'killed', description: `browser ${await browser.kill()}` })

  await test.step('two tabs write twenty changes each, and both are killed', async () => {
    const browser = await startBrowser(profile, cookies)
    const tabs = [browser.page, await browser.context.newPage()]
    for (const tab of tabs) await openDevice(tab, dacapo.origin)
    await browser.context.setOffline(true)
    saved.push(...(await Promise.all(tabs.map(tab => practiceRepeatedly(tab, 20)))).flat())
    expect(saved).toHaveLength(40)
    await kill(browser)
  })

  await test.step('whatever was saved before is there each time', async () => {
    for (let turn = 0; turn < KILLS; turn++) {
      const browser = await startBrowser(profile, cookies)
      await openOffline(browser.page, dacapo.origin, user)
      expect(await readWaitingCount(browser.page)).toBe(saved.length)
      saved.push(...(await practiceRepeatedly(browser.page, 1)))
      await kill(browser)
    }
    expect(saved).toHaveLength(40 + KILLS)
  })

  await test.step('all of it arrives once', async () => {
    const last = await startBrowser(profile, cookies)
    await openDevice(last.page, dacapo.origin)
    await expect.poll(() => readWaitingCount(last.page)).toBe(0)
    await last.kill()
    expectSameElements((await server.storedAfterKill(user)).practice, saved)
  })
  await rm(profile, { recursive: true, force: true })
})

test('[SC16] after an older backup was restored nothing is lost that a device had saved, acknowledged or not', async ({
  page,
  musician,
  dacapo,
  server,
}) => {
  test.setTimeout(TIMEOUT_MS)
  const phone = await musician.secondDevice()
  for (const device of [page, phone]) await openDevice(device, dacapo.origin)
  const user = await signedInUserId(page, dacapo.origin)
  await recordPiece(page, 'In the backup')
  await expect.poll(() => shownPieceNames(phone)).toEqual(['In the backup'])
  await server.kill()
  const restore = await server.backUp()
  await server.start()

  // Acknowledged, but in no backup; the phone received it from the server.
  await recordPiece(page, 'After the backup')
  await expect.poll(() => shownPieceNames(phone), { timeout: 90_000 }).toContain('After the backup')
  const acknowledged = await practiceRepeatedly(page, 3)
  await expect.poll(() => readWaitingCount(page)).toBe(0)
  const later = await practiceRepeatedly(phone, 2)
  await expect.poll(() => readWaitingCount(phone)).toBe(0)
  await page.context().setOffline(true)
  const unsent = await practiceRepeatedly(page, 2)

  await server.kill()
  await restore()
  expect((await server.stored(user)).pieces).toEqual(['In the backup'])
  await server.start()
  await page.context().setOffline(false)
  for (const device of [page, phone, page, phone]) await device.evaluate(() => window.device.syncNow())
  for (const device of [page, phone])
    await expect
      .poll(() => readShownLibrary(device), { timeout: 90_000 })
      .toMatchObject({ names: ['After the backup', 'In the backup'], waiting: 0 })
  expectSameElements((await server.storedAfterKill(user)).practice, [...acknowledged, ...later, ...unsent])
})

test('[SC20] a client that the server does not understand any more is asked to update, and keeps what waits', async ({
  page,
  dacapo,
}) => {
  await openDeviceWithPiece(page, dacapo.origin)
  // Sends the real server the schema of an old client.
  const old = (route: Route) => {
    const round: object = JSON.parse(route.request().postData() ?? '{}')
    return route.continue({ postData: JSON.stringify({ ...round, schema: -2 }) })
  }
  await page.route(SYNC_URL, old)
  const practiced = await practiceRepeatedly(page, 3)
  await expect.poll(() => readSyncPhase(page)).toBe('update-needed')
  expect(await readWaitingCount(page)).toBe(3)
  await page.unroute(SYNC_URL, old)
  await openDevice(page, dacapo.origin)
  await expect.poll(() => readWaitingCount(page)).toBe(0)
  expectSameElements(await practiceIds(page), practiced)
})

/**
 * Returns the folder of a profile in which the device page was opened before. Chromium writes its list of origins with
 * data half a minute after an origin's first use, or on exit. If it is killed before, the database may be empty later.
 */
async function profileOfUsedDevice(cookies: Cookies, origin: string): Promise<string> {
  const profile = await mkdtemp(join(tmpdir(), 'dacapo-profile-'))
  const browser = await startBrowser(profile, cookies)
  await openDevice(browser.page, origin)
  await browser.close()
  return profile
}

const practiceRepeatedly = (page: Page, transactions: number, entriesPerTransaction = 1): Promise<string[]> =>
  page.evaluate(
    async ([count, each]) => {
      const saved: string[] = []
      const [part] = window.device.library()?.parts ?? []
      if (part === undefined) throw new Error('nothing to practice')
      for (let time = 0; time < count; time++) {
        const intentions = Array.from({ length: each }, (_, place) => {
          const id = window.device.newPracticeEntryId()
          const tempo = (40 + ((time + place) % 180)) as never
          const args = { id, pieceId: part.pieceId, partId: part.id, tempo }
          return { kind: 'practice.add' as const, args }
        })
        const { kind } = await window.device.recordChanges(intentions)
        if (kind === 'saved') saved.push(...intentions.map(({ args }) => args.id))
      }
      return saved
    },
    [transactions, entriesPerTransaction] as const,
  )

const readWaitingChangeIds = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window.device.store()?.copy.get().outbox ?? []).map(({ id }) => id))

async function openOffline(page: Page, origin: string, user: string): Promise<void> {
  await openDevicePage(page, origin)
  await page.evaluate(async id => {
    if ((await window.device.openStore(id)) === null) throw new Error('the database did not open')
    window.device.setSyncOffline()
  }, user)
}

function expectSameElements(one: Iterable<string>, other: Iterable<string>): void {
  expect([...one].toSorted()).toEqual([...other].toSorted())
}

const practiceIds = (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await window.device.entries()).map(({ id }) => id))
