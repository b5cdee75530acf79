import { mockProblemResponse } from '../problem-answer.ts'
import { openDevicePage } from './device-page.ts'
import {
  countChangesInBody,
  shownPieceNames,
  openDevice,
  openDeviceWithPiece,
  readRejectedChanges,
  readSyncPhase,
  recordPracticeOfFirstPart,
  recordPiece,
  readShownLibrary,
  readWaitingCount,
} from './device-steps.ts'
import { expect, test, signedInUserId } from '../musician.ts'

test.describe('a device and a server that is not always there', () => {
  test.use({ expectedFaults: [/Failed to load resource/] })

  test.beforeEach(({ musician }) => musician.signIn())

  test('a hundred and twenty changes made offline arrive in rounds of at most fifty @main', async ({
    page,
    dacapo,
  }) => {
    await openDeviceWithPiece(page, dacapo.origin)
    // What was answered is counted, not what was asked: a round may set out while the network is still gone.
    const rounds: number[] = []
    page.on('response', response => {
      if (response.url().endsWith('/api/v1/sync'))
        rounds.push(countChangesInBody(response.request().postData()))
    })
    await page.context().setOffline(true)
    for (let tempo = 60; tempo < 180; tempo++) await recordPracticeOfFirstPart(page, tempo)
    expect(await readWaitingCount(page)).toBe(120)
    await page.context().setOffline(false)
    await expect.poll(() => readWaitingCount(page)).toBe(0)
    expect(rounds.filter(changes => changes > 0)).toEqual([50, 50, 20])
    expect((await readShownLibrary(page))?.practiced).toHaveLength(120)
  })

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

  test('[SN7] what waits goes out as soon as the network is back, and after many failures an attempt that comes too early costs a second', async ({
    page,
    dacapo,
  }) => {
    await test.step('what waits goes out as soon as the network is back', async () => {
      await openDevice(page, dacapo.origin)
      await page.context().setOffline(true)
      await recordPiece(page, 'Clair de lune')
      await expect.poll(() => readSyncPhase(page)).toBe('offline')
      expect(await shownPieceNames(page)).toEqual(['Clair de lune'])
      await page.context().setOffline(false)
      await expect.poll(() => readWaitingCount(page), { timeout: 15_000 }).toBe(0)
      await expect.poll(() => readSyncPhase(page)).toBe('synced')
    })

    await test.step('after many failures the network is back, and an attempt that comes too early costs a second', async () => {
      let failures = 0
      page.on('requestfailed', request => (failures += Number(request.url().endsWith('/api/v1/sync'))))
      await page.context().setOffline(true)
      // By then the device would wait half a minute or more.
      for (let time = 1; time <= 7; time++) {
        await recordPracticeOfFirstPart(page, 60 + time)
        await expect.poll(() => failures).toBeGreaterThanOrEqual(time)
      }
      let isTooEarly = true
      await page.route('**/api/v1/sync', route => {
        if (!isTooEarly) return route.continue()
        isTooEarly = false
        return route.abort()
      })
      await page.context().setOffline(false)
      await expect.poll(() => readWaitingCount(page)).toBe(0)
      expect(isTooEarly).toBe(false)
    })
  })

  test('[SC19] one change that the server cannot read holds up none of the others', async ({
    page,
    dacapo,
  }) => {
    await openDevice(page, dacapo.origin)
    // All three are to arrive together, where they meet the server that cannot read one.
    await page.route('**/api/v1/sync', route => route.abort())
    for (const name of ['one', 'poison', 'three']) await recordPiece(page, `piece ${name}`)
    await page.route('**/api/v1/sync', async route => {
      if (!route.request().postData()?.includes('poison')) return route.continue()
      return route.fulfill(mockProblemResponse('malformed-request'))
    })
    await page.evaluate(() => void window.device.syncNow())
    await expect.poll(() => readWaitingCount(page)).toBe(0)
    await expect.poll(() => shownPieceNames(page)).toEqual(['piece one', 'piece three'])
    expect(await readRejectedChanges(page)).toMatchObject([
      { code: 'invalid', change: { args: { name: 'piece poison' } } },
    ])
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

  test('[ST17] before the first answer the library is loading, without a server it is not known', async ({
    page,
    dacapo,
  }) => {
    const asked = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<void>()
    await page.route('**/api/v1/sync', async route => {
      asked.resolve()
      await answer.promise
      await route.abort()
    })
    await openDevicePage(page, dacapo.origin)
    const user = await signedInUserId(page, dacapo.origin)
    const kind = () => page.evaluate(() => window.device.libraryKind())
    await page.evaluate(id => window.device.openStore(id).then(() => void window.device.startSync()), user)
    await asked.promise
    expect(await kind()).toBe('loading')
    answer.resolve()
    await expect.poll(kind).toBe('never-synced')
  })
})
