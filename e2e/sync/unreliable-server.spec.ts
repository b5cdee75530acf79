import {
  countChangesInBody,
  openDevice,
  openDeviceWithPiece,
  readSyncPhase,
  recordPracticeOfFirstPart,
  recordPiece,
  readShownLibrary,
  readWaitingCount,
} from './device-steps.ts'
import { expect, test } from '../musician.ts'

test.describe('a device and a server that is not always there', () => {
  test.use({ expectedFaults: [/Failed to load resource/] })

  test.beforeEach(({ musician }) => musician.signIn())

  test('[SC19] an answer that was lost on its way is asked for again, and nothing is done twice @main', async ({
    page,
    musician,
    dacapo,
  }) => {
    await openDeviceWithPiece(page, dacapo.origin)
    let lost = 0
    await page.route('**/api/v1/sync', async route => {
      if (lost++ > 0 || countChangesInBody(route.request().postData()) === 0) return route.continue()
      // The server does its work, and nobody hears of it.
      await route.fetch()
      await route.abort()
    })
    await recordPracticeOfFirstPart(page, 93)
    await expect.poll(() => readWaitingCount(page)).toBe(0)
    expect(lost).toBeGreaterThan(1)
    const phone = await musician.secondDevice()
    await openDevice(phone, dacapo.origin)
    for (const device of [page, phone])
      await expect.poll(() => readShownLibrary(device)).toMatchObject({ practiced: [93] })
  })

  test('[SI4][SI7] signed out by the server the device keeps what waits until the same user is back, and for another user it sends nothing', async ({
    page,
    musician,
    dacapo,
  }) => {
    await test.step('signed out by the server, the device keeps what waits and sends it after signing in again', async () => {
      await openDevice(page, dacapo.origin)
      await page.context().clearCookies()
      await recordPiece(page, 'Clair de lune')
      await expect.poll(() => readSyncPhase(page)).toBe('signed-out')
      expect(await readWaitingCount(page)).toBe(1)
      await musician.signIn()
      await page.evaluate(() => window.device.syncNow())
      expect(await readWaitingCount(page)).toBe(0)
      expect(await readSyncPhase(page)).toBe('synced')
    })

    await test.step('a tab whose user is no longer the one of this browser sends nothing', async () => {
      await page.evaluate(() => localStorage.setItem('dacapo.user', 'somebody-else'))
      let rounds = 0
      page.on('request', request => (rounds += Number(request.url().endsWith('/api/v1/sync'))))
      await recordPiece(page, 'Clair de lune')
      await expect.poll(() => readSyncPhase(page)).toBe('signed-out')
      expect(rounds).toBe(0)
      expect(await readWaitingCount(page)).toBe(1)
    })
  })
})
