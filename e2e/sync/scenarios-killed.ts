import {
  countChangesInBody,
  shownPieceNames,
  openDevice,
  openDeviceWithPiece,
  recordPiece,
  readShownLibrary,
  readWaitingCount,
} from './device-steps.ts'
import { signedInUserId } from '../musician.ts'
import { SYNC_URL } from '../states/trouble.ts'
import { expect, test, type StoredIds } from './scenario-station.ts'
import {
  collectAcknowledgedIds,
  expectSameElements,
  practiceRepeatedly,
  readWaitingChangeIds,
} from './scenario-steps.ts'

/** A server is started up to four times in a test, which takes long where much else is done. */
const LONGEST_MS = 240_000

/**
 * Defines the scenarios in which the server is killed by SIGKILL or loses data. Everything reported as saved must be
 * in the tables.
 */
export function scenariosOfKilledServers() {
  test.beforeEach(({ musician }) => musician.signIn())

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
    expectSameElements((await station.tablesOf(user)).practice, [
      ...acknowledgedPractice,
      ...later,
      ...unsent,
    ])
  })
}

/** Resolves when the n-th round with changes has left this page. */
function nthPush(page: Parameters<typeof readWaitingCount>[0], n: number): Promise<void> {
  return new Promise(resolve => {
    let pushes = 0
    page.on('request', request => {
      if (!request.url().endsWith('/api/v1/sync') || countChangesInBody(request.postData()) === 0) return
      pushes += 1
      if (pushes === n) resolve()
    })
  })
}
