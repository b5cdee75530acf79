import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDevice, openDeviceWithPiece, readWaitingCount } from './device-steps.ts'
import {
  describeDatabaseOnDisk,
  startBrowser,
  type Cookies,
  type KillableBrowser,
} from './killable-browser.ts'
import { expect, test } from './scenario-station.ts'
import { expectSameElements, openOffline, practiceRepeatedly } from './scenario-steps.ts'

/** How often a browser is killed right after "saved"; `npm run torture` does it more often. */
const KILLS = Number(process.env['KILLS'] ?? 10)

/** A browser is started several times in a test, which takes long where much else is done. */
const LONGEST_MS = 240_000

/**
 * Defines the scenarios in which the browser is killed by SIGKILL. They run on one database, because the server's does
 * not matter.
 */
export function scenariosOfKilledBrowsers() {
  test.beforeEach(({ musician }) => musician.signIn())

  test('[SC12][SC13] of two tabs that wrote offline and a browser killed right after "saved", ten times, nothing is lost', async ({
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
