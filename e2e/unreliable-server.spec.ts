import { openDevicePage } from './device-page.ts'
import {
  changesIn,
  names,
  openDevice,
  parked,
  patch,
  phase,
  addPractice,
  record,
  shown,
  waiting,
} from './device-steps.ts'
import { expect, test, userOf } from './musician.ts'

test.describe('a device and a server that is not always there', () => {
  test.use({ expectedFaults: [/Failed to load resource/] })

  test.beforeEach(({ musician }) => musician.signIn())

  test('[SN1] a hundred and twenty changes made offline arrive in rounds of at most fifty', async ({
    page,
    dacapo,
  }) => {
    await openDevice(page, dacapo.origin)
    await record(page, 'Clair de lune')
    await expect.poll(() => waiting(page)).toBe(0)
    // What was answered is counted, not what was asked: a round may set out while the network is still gone.
    const rounds: number[] = []
    page.on('response', response => {
      if (response.url().endsWith('/api/v1/sync')) rounds.push(changesIn(response.request().postData()))
    })
    await page.context().setOffline(true)
    for (let tempo = 60; tempo < 180; tempo++) await addPractice(page, tempo)
    expect(await waiting(page)).toBe(120)
    await page.context().setOffline(false)
    await expect.poll(() => waiting(page)).toBe(0)
    expect(rounds.filter(changes => changes > 0)).toEqual([50, 50, 20])
    expect((await shown(page))?.practiced).toHaveLength(120)
  })

  test('[SN2] an answer that was lost on its way is asked for again, and nothing is done twice', async ({
    page,
    musician,
    dacapo,
  }) => {
    await openDevice(page, dacapo.origin)
    await record(page, 'Clair de lune')
    await expect.poll(() => waiting(page)).toBe(0)
    let lost = 0
    await page.route('**/api/v1/sync', async route => {
      if (lost++ > 0 || changesIn(route.request().postData()) === 0) return route.continue()
      // The server does its work, and nobody hears of it.
      await route.fetch()
      await route.abort()
    })
    await addPractice(page, 93)
    await expect.poll(() => waiting(page)).toBe(0)
    expect(lost).toBeGreaterThan(1)
    const phone = await musician.secondDevice()
    await openDevice(phone, dacapo.origin)
    for (const device of [page, phone])
      await expect.poll(() => shown(device)).toMatchObject({ practiced: [93] })
  })

  test('[SN3] the fifth piece of the Free plan is refused and kept with its reason, what follows is done', async ({
    page,
    musician,
    dacapo,
  }) => {
    const phone = await musician.secondDevice()
    for (const device of [page, phone]) await openDevice(device, dacapo.origin)
    for (const name of ['one', 'two', 'three']) await record(page, `piece ${name}`)
    await expect.poll(async () => (await names(phone))?.length).toBe(3)
    await page.context().setOffline(true)
    await record(page, 'piece four')
    await record(phone, 'piece five')
    await patch(page, { name: 'piece one and a half' })
    await expect.poll(() => waiting(phone)).toBe(0)
    await page.context().setOffline(false)
    await expect.poll(() => waiting(page)).toBe(0)
    const refused = await page.evaluate(() => window.device.syncState().refused)
    expect(refused).toBe(1)
    expect(await parked(page)).toMatchObject([
      { code: 'too-many-pieces', change: { args: { name: 'piece four' } } },
    ])
    const left = ['piece five', 'piece one and a half', 'piece three', 'piece two']
    for (const device of [page, phone]) await expect.poll(() => names(device)).toEqual(left)
  })

  test('[SN7] what waits goes out as soon as the network is back', async ({ page, dacapo }) => {
    await openDevice(page, dacapo.origin)
    await page.context().setOffline(true)
    await record(page, 'Clair de lune')
    await expect.poll(() => phase(page)).toBe('offline')
    expect(await names(page)).toEqual(['Clair de lune'])
    await page.context().setOffline(false)
    await expect.poll(() => waiting(page), { timeout: 15_000 }).toBe(0)
    await expect.poll(() => phase(page)).toBe('synced')
  })

  test('[SN7] after many failures the network is back, and an attempt that comes too early costs a second', async ({
    page,
    dacapo,
  }) => {
    await openDevice(page, dacapo.origin)
    await record(page, 'Clair de lune')
    await expect.poll(() => waiting(page)).toBe(0)
    let failures = 0
    page.on('requestfailed', request => (failures += Number(request.url().endsWith('/api/v1/sync'))))
    await page.context().setOffline(true)
    // By then the device would wait half a minute or more.
    for (let time = 1; time <= 7; time++) {
      await addPractice(page, 60 + time)
      await expect.poll(() => failures).toBeGreaterThanOrEqual(time)
    }
    let isTooEarly = true
    await page.route('**/api/v1/sync', route => {
      if (!isTooEarly) return route.continue()
      isTooEarly = false
      return route.abort()
    })
    await page.context().setOffline(false)
    await expect.poll(() => waiting(page)).toBe(0)
    expect(isTooEarly).toBe(false)
  })

  test('[SN8] a tab that hangs while it holds the lock delays the others by five seconds at most', async ({
    page,
    dacapo,
  }) => {
    await openDevice(page, dacapo.origin)
    const hung = await page.context().newPage()
    await hung.goto(`${dacapo.origin}/device-under-test/`)
    const user = await userOf(page, dacapo.origin)
    await hung.evaluate(
      id =>
        new Promise<void>(granted => {
          void navigator.locks.request(`dacapo-sync-${id}`, () => {
            granted()
            return new Promise(() => {})
          })
        }),
      user,
    )
    const before = Date.now()
    await record(page, 'Clair de lune')
    // The lock is never given back: without the five seconds this would wait for ever.
    await expect.poll(() => waiting(page), { timeout: 30_000 }).toBe(0)
    expect(Date.now() - before).toBeGreaterThan(3000)
  })

  test('[SN9] one change that the server cannot read holds up none of the others', async ({
    page,
    dacapo,
  }) => {
    await openDevice(page, dacapo.origin)
    // All three are to arrive together, where they meet the server that cannot read one.
    await page.route('**/api/v1/sync', route => route.abort())
    for (const name of ['one', 'poison', 'three']) await record(page, `piece ${name}`)
    await page.route('**/api/v1/sync', async route => {
      if (!route.request().postData()?.includes('poison')) return route.continue()
      return route.fulfill({
        status: 400,
        contentType: 'application/problem+json',
        body: JSON.stringify({ status: 400, code: 'malformed-request' }),
      })
    })
    await page.evaluate(() => void window.device.syncNow())
    await expect.poll(() => waiting(page)).toBe(0)
    await expect.poll(() => names(page)).toEqual(['piece one', 'piece three'])
    expect(await parked(page)).toMatchObject([
      { code: 'invalid', change: { args: { name: 'piece poison' } } },
    ])
  })

  test('[SN12] signed out by the server, the device keeps what waits and sends it after signing in again', async ({
    page,
    musician,
    dacapo,
  }) => {
    await openDevice(page, dacapo.origin)
    await page.context().clearCookies()
    await record(page, 'Clair de lune')
    await expect.poll(() => phase(page)).toBe('signed-out')
    expect(await waiting(page)).toBe(1)
    await musician.signIn()
    await page.evaluate(() => window.device.syncNow())
    expect(await waiting(page)).toBe(0)
    expect(await phase(page)).toBe('synced')
  })

  test('[SN13] a tab whose user is no longer the one of this browser sends nothing', async ({
    page,
    dacapo,
  }) => {
    await openDevice(page, dacapo.origin)
    await page.evaluate(() => localStorage.setItem('dacapo.user', 'somebody-else'))
    let rounds = 0
    page.on('request', request => (rounds += Number(request.url().endsWith('/api/v1/sync'))))
    await record(page, 'Clair de lune')
    await expect.poll(() => phase(page)).toBe('signed-out')
    expect(rounds).toBe(0)
    expect(await waiting(page)).toBe(1)
  })

  test('[SI1] a hotel’s page instead of an answer takes nothing away', async ({ page, dacapo }) => {
    await openDevice(page, dacapo.origin)
    await page.route('**/api/v1/sync', route =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Welcome</h1>' }),
    )
    await record(page, 'Clair de lune')
    await expect.poll(() => phase(page)).toBe('offline')
    expect(await waiting(page)).toBe(1)
  })

  test('[SN6][ST7] on a clock an hour slow an edit shows at once, and wins over an earlier one of another device', async ({
    page,
    musician,
    dacapo,
  }) => {
    const phone = await musician.secondDevice()
    await page.addInitScript(() => {
      const now = Date.now.bind(Date)
      Date.now = () => now() - 3_600_000
    })
    for (const device of [page, phone]) await openDevice(device, dacapo.origin)
    await record(phone, 'From the phone')
    await expect.poll(() => names(page)).toEqual(['From the phone'])
    await patch(page, { name: 'From the slow one' })
    expect(await names(page)).toEqual(['From the slow one'])
    await expect.poll(() => names(phone)).toEqual(['From the slow one'])
  })

  test('[ST17] before the first answer the library is loading, without a server it is not known', async ({
    page,
    dacapo,
  }) => {
    let answer = () => {}
    await page.route('**/api/v1/sync', async route => {
      await new Promise<void>(resolve => (answer = resolve))
      await route.abort()
    })
    await openDevicePage(page, dacapo.origin)
    const user = await userOf(page, dacapo.origin)
    const kind = () => page.evaluate(() => window.device.libraryKind())
    await page.evaluate(id => window.device.openStore(id).then(() => void window.device.startSync()), user)
    await page.waitForTimeout(300)
    expect(await kind()).toBe('loading')
    answer()
    await expect.poll(kind).toBe('unheard')
  })
})
