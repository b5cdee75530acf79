import type { Page, Route } from '@playwright/test'
import {
  countChangesInBody,
  openDevice,
  openDeviceWithPiece,
  readRejectedChanges,
  readSyncPhase,
  readShownLibrary,
  readWaitingCount,
} from './device-steps.ts'
import { mockProblemResponse } from '../problem-answer.ts'
import { SYNC_URL } from '../states/trouble.ts'
import { expect, test } from './scenario-station.ts'
import { expectSameElements, practiceRepeatedly } from './scenario-steps.ts'

/** Defines the scenarios with network faults and with clients of other versions. */
export function scenariosOfNetworks() {
  test.beforeEach(({ musician }) => musician.signIn())

  test('[SC17] a server that answers 413, 429, 503 or 500 for a while loses nothing and gets nothing twice', async ({
    page,
    dacapo,
  }) => {
    await openDeviceWithPiece(page, dacapo.origin)
    const practiced: string[] = []
    for (const code of ['too-many-requests', 'unavailable', 'server-error', 'too-large'] as const)
      await test.step(code, async () => {
        let refused = 0
        const inTrouble = (route: Route) => {
          // More than three changes are too large for as long as it lasts, and three answers of any other kind are enough.
          const changes = countChangesInBody(route.request().postData())
          const isRefused = code === 'too-large' ? changes > 3 : refused < 3
          if (!isRefused) return route.continue()
          refused += 1
          return route.fulfill({ ...mockProblemResponse(code), headers: { 'retry-after': '1' } })
        }
        await page.route(SYNC_URL, inTrouble)
        practiced.push(...(await practiceRepeatedly(page, 10)))
        await expect
          .poll(async () => {
            await page.evaluate(() => window.device.syncNow())
            return readWaitingCount(page)
          })
          .toBe(0)
        expect(refused).toBeGreaterThan(1)
        expect(await readRejectedChanges(page)).toEqual([])
        expectSameElements(await historyOf(page), practiced)
        await page.unroute(SYNC_URL, inTrouble)
      })
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

  test('[SC19] with two seconds to the server, and requests and answers lost, everything arrives once', async ({
    page,
    musician,
    dacapo,
    station,
  }) => {
    test.setTimeout(120_000)
    const user = await openDeviceWithPiece(page, dacapo.origin)
    const network = await page.context().newCDPSession(page)
    const slow = { offline: false, latency: 2000, downloadThroughput: 50_000, uploadThroughput: 20_000 }
    await network.send('Network.enable')
    await network.send('Network.emulateNetworkConditions', slow)
    let rounds = 0
    await page.route(SYNC_URL, async route => {
      rounds += 1
      // Of twenty messages, ten each way, one is lost; here of ten, so that a short test has some of either kind.
      if (rounds % 5 === 2) return route.abort()
      if (rounds % 5 !== 4) return route.continue()
      await route.fetch()
      return route.abort()
    })
    const practiced: string[] = []
    for (let turn = 0; turn < 4; turn++) {
      practiced.push(...(await practiceRepeatedly(page, 3)))
      await expect
        .poll(
          async () => {
            await page.evaluate(() => window.device.syncNow())
            return readWaitingCount(page)
          },
          { timeout: 30_000 },
        )
        .toBe(0)
    }
    expect(rounds).toBeGreaterThan(4)
    // What the page still asks by itself would be asked of a server that is stopped for its tables.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const phone = await musician.secondDevice()
    await openDevice(phone, dacapo.origin)
    // A new device shows its pieces before the history has followed.
    await expect.poll(async () => (await historyOf(phone)).length).toBe(practiced.length)
    expectSameElements(await historyOf(phone), practiced)
    expectSameElements((await station.tablesOf(user)).practice, practiced)
  })
}

const historyOf = (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await window.device.entries()).map(({ id }) => id))
