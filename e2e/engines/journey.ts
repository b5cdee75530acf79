import { expect, test } from '@playwright/test'
import { SECOND_BUILD_TEXT } from '../offline/two-builds.ts'
import { readTemposOnDevice, readShownTempo, countWaitingChanges } from './device-data.ts'
import { answerInTime } from './answer-in-time.ts'
import type { StartEngine } from './engine.ts'
import { startJourney, type Journey } from './journey-setup.ts'

/**
 * Defines the tests of the main job in one browser, from the first mail to the sign-out. Each continues where the
 * previous one ended.
 */
export function describeJourney(name: string, start: StartEngine): void {
  test.describe.serial(name, () => {
    let journey: Journey
    test.beforeAll(async () => {
      journey = await startJourney(start)
    })
    test.afterAll(() => journey?.close())
    test.afterEach(async () => {
      const { status, expectedStatus } = test.info()
      if (status !== expectedStatus) console.log((await journey.screens()).join('\n\n'))
      const message = 'console errors, uncaught exceptions and unhandled rejections'
      expect(await journey.takeFaults(), message).toEqual([])
    })

    test('[JB5] starts, and reports the errors of a page', async () => {
      const { tab, engine, origin } = journey
      describe('engine', engine.version)
      await tab.open(`${origin}/terms`)
      const faults: string[] = []
      await tab.evaluate(`void (${plantErrors.toString()})()`)
      for (const planted of ['planted message', 'planted exception', 'planted rejection'])
        await expect
          .poll(async () => {
            faults.push(...(await engine.takeFaults()))
            return faults.join('\n')
          })
          .toContain(planted)
    })

    test('[UI66] an error that comes with a press moves nothing away under it', async () => {
      const { me, tab, origin } = journey
      await tab.open(`${origin}/signup`)
      // The app has come; before it, nobody hears that a field is left.
      await me.see('button', /^Sign in with Google$/)
      await me.fill(/^your email/, 'cla')
      await me.press('link', /^Terms/)
      await me.at('/terms')
      // Leaving it earlier would cancel requests for its code.
      await me.see('heading', /^Terms/)
    })

    test('[JB5] signs in by the link of the mail', async () => {
      await journey.signIn()
      await journey.me.see('button', /^Add your first piece$/)
    })

    test('[JB5] adds a whole piece', async () => {
      const { me } = journey
      await me.press('button', /^Add your first piece$/)
      await me.press('button', /^Whole piece/)
      await me.fill(/^name of the piece/, 'Clair de lune')
      await me.press('button', /^Next/)
      await me.press('radio', /^5/)
      await me.press('button', /^Next/)
      await me.fill(/^goal bpm/, '96')
      await me.press('button', /^Next/)
      await me.fill(/^current bpm/, '72')
      await me.press('button', /^Save/)
      await me.at('/practice')
      await me.press('link', /^Pieces$/)
      await me.see('listitem', /Clair de lune.*75%/)
    })

    test('[JB5] adds a piece with sections', async () => {
      const { me } = journey
      await me.press('button', /^Add new piece/)
      await me.press('button', /^Split in sections/)
      await me.fill(/^name of the piece/, 'Bach Partita 2')
      await me.press('button', /^Next/)
      await me.press('radio', /^4/)
      await me.press('button', /^Next/)
      await me.fill(/^goal bpm/, '126')
      await me.press('button', /^Next/)
      for (const [section, tempo] of [
        ['Allemanda', '112'],
        ['Giga', '104'],
      ] as const) {
        await me.fill(/^new section/, section)
        await me.fill(/^current bpm/, tempo)
        await me.press('button', /^Add section/)
        await me.see('listitem', new RegExp(section))
      }
      await me.press('button', /^Save/)
      await me.at('/pieces')
      await me.see('listitem', /Bach Partita 2/)
    })

    test('[JB5] practices with the click and the slider', async () => {
      const { me, tab } = journey
      describe('screen stays awake', await tab.evaluate('"wakeLock" in navigator'))
      await me.press('link', /^Practice$/)
      await me.press('button', /^Start practicing/)
      await me.see('heading', /^Clair de lune$/)
      await me.press('button', /^Start metronome/)
      await me.see('button', /^Stop metronome/)
      await me.drag('slider', /^tempo$/, 30)
      const dragged = await readShownTempo(me)
      expect(dragged).not.toBe(72)
      for (const _ of [1, 2]) await me.press('button', /^one bpm more$/)
      await expect.poll(() => readShownTempo(me)).toBe(dragged + 2)
      // The drag pauses the click, and the release resumes it.
      await me.see('button', /^Stop metronome/)
      await me.miss('alert', /./)
      await me.press('button', /^Stop metronome/)
      await me.see('button', /^Start metronome/)
    })

    test('[JB5][PX9] after Next and an immediate reload, the place is kept and the tempo is saved once', async () => {
      const { me, tab } = journey
      const tempo = await readShownTempo(me)
      await nextAndReload(journey, '1 of 3')
      await me.see('text', /2 of 3/)
      expect(await readTemposOnDevice(tab)).toEqual([tempo])
      await me.press('button', /^Skip/)
      await me.see('text', /3 of 3/)
      await me.press('button', /^one bpm more/)
      await nextAndReload(journey, '3 of 3')
      await me.see('heading', /Congratulations: \d+ bpm gained/)
      expect(await readTemposOnDevice(tab)).toHaveLength(2)
      await me.press('button', /^Done/)
      // The summary lists the same tempo.
      await me.see('heading', /^today/)
      await me.see('listitem', new RegExp(`Clair de lune.*${tempo}`))
    })

    test('[JB5][SI13] every screen appears after a full navigation', async () => {
      const { me, tab, origin } = journey
      for (const [path, heading] of SCREENS) {
        await tab.open(origin + path)
        await me.see('heading', heading)
        // The page shows the heading before the app does. Leaving it then would cancel requests for code.
        await expect.poll(() => tab.evaluate(IS_APP_SHOWN)).toBe(true)
        // The code of the time chooser comes after its screen.
        if (path === '/practice') await me.see('radio', /^All$/)
      }
    })

    test('[JB5][SI13] a page that the browser goes back to saves, and shows what another tab saved', async () => {
      const { me, tab, origin } = journey
      await tab.open(`${origin}/pieces`)
      await me.see('listitem', /Clair de lune/)
      await tab.evaluate('window.wasHere = true')
      await tab.open(`${origin}/account`)
      await me.see('heading', /@example\.org/)
      await tab.back()
      await me.press('button', /^Edit Clair de lune/)
      describe('back/forward cache', await tab.evaluate('window.wasHere === true'))
      await me.fill(/^name$/, 'Clair de lune II')
      await me.press('button', /^Save/)
      await me.see('listitem', /Clair de lune II/)

      const { tab: second, me: other } = await journey.openTab()
      await second.open(`${origin}/pieces`)
      await other.press('button', /^Edit Clair de lune II/)
      await other.fill(/^name$/, 'Clair de lune')
      await other.press('button', /^Save/)
      await other.see('listitem', /Clair de lune(?! II)/)
      await second.close()
      await me.see('listitem', /Clair de lune(?! II)/)
    })

    test('[JB5][OF1][ST21] starts and saves without a server', async () => {
      const { me, tab, origin } = journey
      await expect.poll(() => tab.evaluate('navigator.serviceWorker.controller?.state')).toBe('activated')
      // The other tab was closed as soon as it had saved.
      await expect.poll(() => countWaitingChanges(tab)).toBe(0)
      await journey.stopServer()
      await tab.open(`${origin}/practice`)
      await me.press('button', /^Start practicing/)
      await me.press('button', /^one bpm more/)
      // The other two parts were practised today: this one is the last.
      await me.press('button', /^Next/)
      await me.see('heading', /Congratulations: 1 bpm gained/)
      // Once the toast is there, a press waits until it no longer covers the sign.
      await me.see('button', /^Undo$/)
      await me.press('button', /1 unsynced/)
      await me.see('text', /One change is on this device only/)
      // Unless the browser has promised to keep the data, the dialog says that it may be lost.
      const isPersisted = (await tab.evaluate('navigator.storage?.persisted?.()')) === true
      describe('storage is persistent', isPersisted)
      const warning = /the browser may delete/
      await (isPersisted ? me.miss('text', warning) : me.see('text', warning))
    })

    test('[JB5][OF5] offers a new version, starts it and sends what waited', async () => {
      const { me, tab, origin } = journey
      await journey.deployNextVersion()
      await tab.open(`${origin}/pieces`)
      await me.press('button', /^New version: reload/)
      await me.see('link', new RegExp(`^${SECOND_BUILD_TEXT}$`))
      await expect.poll(() => countWaitingChanges(tab)).toBe(0)
    })

    test('[JB5][SI6] signs out and leaves nothing on the device', async () => {
      const { me, tab, origin } = journey
      await tab.open(`${origin}/account`)
      await me.press('button', /^Log o/)
      await me.see('heading', /^Log out\?/)
      await me.press('button', /^Log o/)
      await me.at('/signin')
      const names = 'indexedDB.databases().then(all => all.map(({ name }) => name))'
      // The page may still be loading.
      await expect.poll(() => answerInTime(tab.evaluate(names))).toEqual([])
    })
  })
}

const SCREENS: readonly (readonly [path: string, heading: RegExp])[] = [
  ['/new', /^how do you practice it/],
  ['/pieces', /^my pieces/],
  ['/practice', /^today/],
  ['/account', /@example\.org/],
  ['/terms', /^Terms/],
]

/** The place of the toasts, which only the app renders. */
const IS_APP_SHOWN = `document.querySelector('#root [popover]') !== null`

/** Notes a property of the browser in the report of the test. */
function describe(type: string, value: unknown): void {
  test.info().annotations.push({ type, description: String(value) })
}

/** Presses Next; the page reloads itself as soon as it shows another step. */
async function nextAndReload({ me, tab }: Journey, step: string): Promise<void> {
  await tab.evaluate(`(${reloadAfter.toString()})(${JSON.stringify(step)})`)
  await me.press('button', /^Next/)
  await expect.poll(() => tab.evaluate('window.willReload === true').catch(() => true)).toBe(false)
}

// The next two run in the page, so they cannot use anything outside of it.
function reloadAfter(step: string): void {
  Object.assign(window, { willReload: true })
  const observer = new MutationObserver(() => {
    if (document.body.textContent.includes(step)) return
    observer.disconnect()
    location.reload()
  })
  observer.observe(document.body, { characterData: true, subtree: true, childList: true })
}

function plantErrors(): void {
  console.error('planted message')
  setTimeout(() => {
    throw new Error('planted exception')
  })
  void Promise.reject(new Error('planted rejection'))
}
