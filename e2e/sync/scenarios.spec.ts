import type { Page, Route } from '@playwright/test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signedInUserId } from '../musician.ts'
import { SYNC_URL } from '../states/trouble.ts'
import { openDevicePage } from './device-page.ts'
import {
  countChangesInBody,
  openDevice,
  openDeviceWithPiece,
  patchFirstPiece,
  readShownLibrary,
  readSyncPhase,
  readWaitingCount,
  recordPiece,
  shownPieceNames,
} from './device-steps.ts'
import {
  describeDatabaseOnDisk,
  startBrowser,
  type Cookies,
  type KillableBrowser,
} from './killable-browser.ts'
import { expect, test, type StoredIds } from './scenario-station.ts'

// What tests/torture proves with simulated devices, here with a real browser and a server process that are killed.
// Many of these scenarios cut the network, which the browser reports.
test.use({ expectedFaults: [/Failed to load resource/] })

/** How often a browser is killed right after "saved"; `npm run torture` does it more often. */
const KILLS = Number(process.env['KILLS'] ?? 4)

/** Servers and browsers are started several times in a test, which takes long where much else is done. */
const LONGEST_MS = 240_000

test.beforeEach(({ musician }) => musician.signIn())

test('[SC4] what is added, edited and practiced offline survives a reload and arrives once', async ({
  page,
  dacapo,
  station,
}) => {
  await openDevice(page, dacapo.origin)
  const user = await signedInUserId(page, dacapo.origin)
  await page.context().setOffline(true)
  await recordPiece(page, 'Clair de lune')
  await patchFirstPiece(page, { name: 'Clair de Lune', endTempo: 132 as never })
  const practiced = await practiceRepeatedly(page, 3)
  await openOffline(page, dacapo.origin, user)
  const offline = { names: ['Clair de Lune'], goals: [132], practiced: [40, 41, 42], waiting: 5 }
  expect(await readShownLibrary(page)).toEqual(offline)
  const saved = await readWaitingChangeIds(page)
  await page.context().setOffline(false)
  await page.evaluate(() => void window.device.startSync())
  await expect.poll(() => readShownLibrary(page)).toEqual({ ...offline, waiting: 0 })
  const stored = await station.tablesOf(user)
  expectSameElements(stored.changes, saved)
  expectSameElements(stored.practice, practiced)
  expect(stored.pieces).toEqual(['Clair de Lune'])
})

test('[SC4] five thousand changes of a long trip arrive, each once and in their order', async ({
  page,
  dacapo,
  station,
}) => {
  test.setTimeout(120_000)
  const user = await openDeviceWithPiece(page, dacapo.origin)
  await page.context().setOffline(true)
  const practiced = await page.evaluate(async () => {
    const [part] = window.device.library()?.parts ?? []
    if (part === undefined) throw new Error('nothing to practice')
    const ids: string[] = []
    // In a hundred transactions of fifty: what takes long here is the disk, and not what is tested.
    for (let turn = 0; turn < 100; turn++) {
      const intentions = Array.from({ length: 50 }, (_, number) => {
        const id = window.device.newPracticeEntryId()
        ids.push(id)
        const tempo = (40 + ((turn + number) % 180)) as never
        const args = { id, pieceId: part.pieceId, partId: part.id, tempo }
        return { kind: 'practice.add' as const, args }
      })
      const { kind } = await window.device.recordChanges(intentions)
      if (kind !== 'saved') throw new Error(kind)
    }
    return ids
  })
  expect(await readWaitingCount(page)).toBe(5000)
  const saved = await readWaitingChangeIds(page)
  await page.context().setOffline(false)
  await expect.poll(() => readWaitingCount(page), { timeout: 90_000 }).toBe(0)
  expect(await readSyncPhase(page)).toBe('synced')
  const stored = await station.tablesOf(user)
  expectSameElements(stored.practice, practiced)
  const arrived = new Set(stored.changes)
  expect(saved.filter(id => !arrived.has(id))).toEqual([])
  expect(stored.changes).toHaveLength(5001)
})

test('[SC12][SC13] of two tabs that wrote offline and a browser killed right after "saved", again and again, nothing is lost', async ({
  page,
  dacapo,
  station,
}, testInfo) => {
  test.setTimeout(LONGEST_MS + KILLS * 10_000)
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
      const waiting = await readWaitingCount(browser.page)
      if (waiting !== saved.length)
        await testInfo.attach('the database on disk', { body: await describeDatabaseOnDisk(profile) })
      expect(waiting).toBe(saved.length)
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
    expectSameElements((await station.tablesOf(user)).practice, saved)
  })
  await rm(profile, { recursive: true, force: true })
})

test('[SC14] a server killed while changes come in, and after it has written and before its answer came, has each of them once', async ({
  page,
  dacapo,
  station,
}, { annotations }) => {
  test.setTimeout(LONGEST_MS)
  const answers = collectAcknowledgedIds(page)
  const user = await openDeviceWithPiece(page, dacapo.origin)
  const practiced: string[] = []
  const changes: string[] = []

  await test.step('it is killed again and again while changes come in', async () => {
    await page.context().setOffline(true)
    practiced.push(...(await practiceRepeatedly(page, 400)))
    changes.push(...(await readWaitingChangeIds(page)))
    // The first rounds get through, the next one finds a server that dies under its hands.
    for (const after of [2, 3]) {
      const asked = nthPush(page, after)
      await page.context().setOffline(false)
      await page.evaluate(() => void window.device.syncNow())
      await asked
      const pid = await station.kill()
      const before = [...answers]
      annotations.push({ type: 'killed', description: `server ${pid}, ${before.length} acknowledged` })
      const stored = await station.stored(user)
      expect(stored.changes).toEqual(expect.arrayContaining(before))
      expect(new Set(stored.changes).size).toBe(stored.changes.length)
      await page.context().setOffline(true)
      await station.start()
    }
    await page.context().setOffline(false)
    await page.evaluate(() => void window.device.syncNow())
    await expect.poll(() => readWaitingCount(page), { timeout: 90_000 }).toBe(0)
  })

  await test.step('it is killed after it has written and before its answer came', async () => {
    // Nothing sets out that could arrive before the server is watched.
    await page.route(SYNC_URL, route => route.abort())
    practiced.push(...(await practiceRepeatedly(page, 10)))
    const unanswered = await readWaitingChangeIds(page)
    changes.push(...unanswered)
    let written: StoredIds | null = null
    await page.route(SYNC_URL, async route => {
      if (written !== null || countChangesInBody(route.request().postData()) === 0) return route.continue()
      await route.fetch()
      annotations.push({ type: 'killed', description: `server ${await station.kill()}` })
      written = await station.stored(user)
      await route.abort()
    })
    await page.evaluate(() => void window.device.syncNow())
    await expect.poll(() => written, { timeout: 90_000 }).not.toBeNull()
    // All of it is on its disk, and the device knows nothing of that.
    expectEachOnce(written)
    expect(unanswered.filter(id => answers.has(id))).toEqual([])
    expect(await readWaitingCount(page)).toBe(10)
    await station.start()
    await page.evaluate(() => void window.device.syncNow())
    await expect.poll(() => readWaitingCount(page), { timeout: 90_000 }).toBe(0)
    expectEachOnce(await station.tablesOf(user))
  })

  /** The piece, and what was practiced so far. */
  function expectEachOnce(stored: StoredIds | null) {
    expectSameElements(stored?.practice ?? [], practiced)
    expect(stored?.changes).toEqual(expect.arrayContaining(changes))
    expect(stored?.changes).toHaveLength(practiced.length + 1)
  }
})

test('[SC16] after an older backup was restored nothing is lost that a device had saved, acknowledged or not', async ({
  page,
  musician,
  dacapo,
  station,
}) => {
  test.setTimeout(LONGEST_MS)
  const phone = await musician.secondDevice()
  for (const device of [page, phone]) await openDevice(device, dacapo.origin)
  const user = await signedInUserId(page, dacapo.origin)
  await recordPiece(page, 'In the backup')
  await expect.poll(() => shownPieceNames(phone)).toEqual(['In the backup'])
  await station.kill()
  const restore = await station.backUp()
  await station.start()

  // Acknowledged, and in no backup; the phone has it from the server alone.
  await recordPiece(page, 'After the backup')
  await expect.poll(() => shownPieceNames(phone), { timeout: 90_000 }).toContain('After the backup')
  const acknowledgedPractice = await practiceRepeatedly(page, 3)
  await expect.poll(() => readWaitingCount(page)).toBe(0)
  const later = await practiceRepeatedly(phone, 2)
  await expect.poll(() => readWaitingCount(phone)).toBe(0)
  await page.context().setOffline(true)
  const unsent = await practiceRepeatedly(page, 2)

  await station.kill()
  await restore()
  expect((await station.stored(user)).pieces).toEqual(['In the backup'])
  await station.start()
  await page.context().setOffline(false)
  for (const device of [page, phone, page, phone]) await device.evaluate(() => window.device.syncNow())
  for (const device of [page, phone])
    await expect
      .poll(() => readShownLibrary(device), { timeout: 90_000 })
      .toMatchObject({ names: ['After the backup', 'In the backup'], waiting: 0 })
  expectSameElements((await station.tablesOf(user)).practice, [...acknowledgedPractice, ...later, ...unsent])
})

test('[SC19][SC20] neither a hotel’s page in the server’s place, with 200, nor a server that does not understand this client any more takes anything away', async ({
  page,
  dacapo,
}) => {
  await openDeviceWithPiece(page, dacapo.origin)
  const practiced: string[] = []

  await test.step('a hotel’s page in the server’s place takes nothing away and adds nothing', async () => {
    const portal = (route: Route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Welcome to our hotel</h1>' })
    await page.route(SYNC_URL, portal)
    practiced.push(...(await practiceRepeatedly(page, 3)))
    await expect.poll(() => readSyncPhase(page)).toBe('offline')
    expect(await readWaitingCount(page)).toBe(3)
    expect(await readShownLibrary(page)).toMatchObject({
      names: ['Clair de lune'],
      practiced: [40, 41, 42],
    })
    await page.unroute(SYNC_URL, portal)
    await page.evaluate(() => window.device.syncNow())
    await expect.poll(() => readWaitingCount(page)).toBe(0)
    expectSameElements(await historyOf(page), practiced)
  })

  await test.step('a client that the server does not understand any more is asked to update, and keeps what waits', async () => {
    // What a client of long ago would send, to the real server.
    const old = (route: Route) => {
      const round: object = JSON.parse(route.request().postData() ?? '{}')
      return route.continue({ postData: JSON.stringify({ ...round, schema: -2 }) })
    }
    await page.route(SYNC_URL, old)
    practiced.push(...(await practiceRepeatedly(page, 3)))
    await expect.poll(() => readSyncPhase(page)).toBe('update-needed')
    expect(await readWaitingCount(page)).toBe(3)
    await page.unroute(SYNC_URL, old)
    await openDevice(page, dacapo.origin)
    await expect.poll(() => readWaitingCount(page)).toBe(0)
    expectSameElements(await historyOf(page), practiced)
  })
})

/** Resolves when the n-th round with changes has left this page. */
function nthPush(page: Page, n: number): Promise<void> {
  return new Promise(resolve => {
    let pushes = 0
    page.on('request', request => {
      if (!request.url().endsWith('/api/v1/sync') || countChangesInBody(request.postData()) === 0) return
      pushes += 1
      if (pushes === n) resolve()
    })
  })
}

/**
 * Returns the folder of a browser profile in which the device has been opened before. Chromium commits its list of
 * origins with data half a minute after the first use of an origin, or when it ends. A browser killed before that can
 * begin with an empty database the next time.
 */
async function profileOfUsedDevice(cookies: Cookies, origin: string): Promise<string> {
  const profile = await mkdtemp(join(tmpdir(), 'dacapo-profile-'))
  const browser = await startBrowser(profile, cookies)
  await openDevice(browser.page, origin)
  await browser.close()
  return profile
}

/** Saves this number of tempos in a row. Returns the ids of those that were reported as saved. */
const practiceRepeatedly = (page: Page, times: number): Promise<string[]> =>
  page.evaluate(async count => {
    const saved: string[] = []
    const [part] = window.device.library()?.parts ?? []
    if (part === undefined) throw new Error('nothing to practice')
    for (let time = 0; time < count; time++) {
      const id = window.device.newPracticeEntryId()
      const args = { id, pieceId: part.pieceId, partId: part.id, tempo: (40 + (time % 180)) as never }
      const { kind } = await window.device.recordChange({ kind: 'practice.add', args })
      if (kind === 'saved') saved.push(id)
    }
    return saved
  }, times)

/** Returns the ids of the changes that wait on a device, in order. */
const readWaitingChangeIds = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window.device.store()?.copy.get().outbox ?? []).map(({ id }) => id))

/** Opens the user's library on a device without any request to the server. Throws if the database does not open. */
async function openOffline(page: Page, origin: string, user: string): Promise<void> {
  await openDevicePage(page, origin)
  await page.evaluate(async id => {
    if ((await window.device.openStore(id)) === null) throw new Error('the database did not open')
    window.device.giveUpOnServer()
  }, user)
}

/** Collects the ids of changes that the server reports as applied or duplicate on a page. */
function collectAcknowledgedIds(page: Page): Set<string> {
  const ids = new Set<string>()
  page.on('response', response => {
    if (!response.url().endsWith('/api/v1/sync') || response.status() !== 200) return
    response.json().then(
      ({ results }: { results: { id: string; status: string }[] }) => {
        for (const { id, status } of results) if (status !== 'rejected') ids.add(id)
      },
      // The server or the page was killed while the answer came.
      () => {},
    )
  })
  return ids
}

/** Expects two lists to contain the same elements, each once, in any order. */
function expectSameElements(one: Iterable<string>, other: Iterable<string>): void {
  expect([...one].toSorted()).toEqual([...other].toSorted())
}

const historyOf = (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await window.device.entries()).map(({ id }) => id))
