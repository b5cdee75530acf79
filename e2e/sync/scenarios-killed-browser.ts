import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDevice, openDeviceWithPiece, readWaitingCount } from './device-steps.ts'
import { describeDatabaseOnDisk, startBrowser } from './killable-browser.ts'
import { expect, test } from './scenario-station.ts'
import { expectSameElements, openOffline, practiceRepeatedly } from './scenario-steps.ts'

/** How often a browser is killed right after "saved"; `npm run torture` does it more often. */
const KILLS = Number(process.env['KILLS'] ?? 20)

/** A browser is started several times in a test, which takes long where much else is done. */
const LONGEST_MS = 240_000

/**
 * Defines the scenarios in which the browser is killed by SIGKILL. They run on one database, because the server's does
 * not matter.
 */
export function scenariosOfKilledBrowsers() {
  test.beforeEach(({ musician }) => musician.signIn())

  test('[SC12] two tabs offline write twenty changes each, both are killed, and all forty arrive once', async ({
    page,
    dacapo,
    station,
  }, { annotations }) => {
    test.setTimeout(LONGEST_MS)
    const user = await openDeviceWithPiece(page, dacapo.origin)
    const profile = await mkdtemp(join(tmpdir(), 'dacapo-profile-'))
    const cookies = await page.context().cookies()
    const first = await startBrowser(profile, cookies)
    const tabs = [first.page, await first.context.newPage()]
    for (const tab of tabs) await openDevice(tab, dacapo.origin)
    await first.context.setOffline(true)
    const saved = (await Promise.all(tabs.map(tab => practiceRepeatedly(tab, 20)))).flat()
    expect(saved).toHaveLength(40)
    annotations.push({ type: 'killed', description: `browser ${await first.kill()}` })

    const second = await startBrowser(profile, cookies)
    await openDevice(second.page, dacapo.origin)
    await expect.poll(() => readWaitingCount(second.page)).toBe(0)
    await second.kill()
    expectSameElements((await station.tablesOf(user)).practice, saved)
    await rm(profile, { recursive: true, force: true })
  })

  test('[SC13] a browser killed right after "saved", twenty times, has lost none of it', async ({
    page,
    dacapo,
    station,
  }, testInfo) => {
    test.setTimeout(LONGEST_MS + KILLS * 10_000)
    const user = await openDeviceWithPiece(page, dacapo.origin)
    const profile = await mkdtemp(join(tmpdir(), 'dacapo-profile-'))
    const cookies = await page.context().cookies()
    const saved: string[] = []
    for (let kill = 0; kill <= KILLS; kill++) {
      const browser = await startBrowser(profile, cookies)
      if (kill === 0) await openDevice(browser.page, dacapo.origin)
      else {
        await openOffline(browser.page, dacapo.origin, user)
        const waiting = await readWaitingCount(browser.page)
        if (waiting !== saved.length)
          await testInfo.attach('the database on disk', { body: await describeDatabaseOnDisk(profile) })
        expect(waiting).toBe(saved.length)
        saved.push(...(await practiceRepeatedly(browser.page, 1)))
      }
      testInfo.annotations.push({ type: 'killed', description: `browser ${await browser.kill()}` })
    }
    expect(saved).toHaveLength(KILLS)
    const last = await startBrowser(profile, cookies)
    await openDevice(last.page, dacapo.origin)
    await expect.poll(() => readWaitingCount(last.page)).toBe(0)
    await last.kill()
    expectSameElements((await station.tablesOf(user)).practice, saved)
    await rm(profile, { recursive: true, force: true })
  })
}
