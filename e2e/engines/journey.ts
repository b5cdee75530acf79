import { expect, test } from '@playwright/test'
import { readTemposOnDevice, readShownTempo, countWaitingChanges } from './device-data.ts'
import type { StartEngine } from './engine.ts'
import { valueOrReason } from './find-in-page.ts'
import { startJourney, type Journey } from './journey-setup.ts'

export function describeJourney(name: string, start: StartEngine): void {
  test(`[JB5][UI66][PX9][SI6][SI13][OF1][ST21] the main job in ${name}, with reloads, pages gone back to and no server`, async () => {
    const journey = await startJourney(start)
    try {
      for (const step of STEPS)
        await test.step(step.name, async () => {
          await step(journey)
          const message = `${step.name}: console errors, uncaught exceptions and unhandled rejections`
          expect(await journey.takeFaults(), message).toEqual([])
        })
    } catch (error) {
      console.log(await journey.describeScreen())
      throw error
    } finally {
      await journey.close()
    }
  })
}

// Each step starts where the previous one ended.
const STEPS: readonly ((journey: Journey) => Promise<void>)[] = [
  reportsErrors,
  keepsThePressedLinkInPlace,
  signsIn,
  addsAPiece,
  practices,
  keepsItsPlaceThroughAReload,
  showsEveryScreen,
  savesAfterBackNavigation,
  practicesWithoutAServer,
  sendsWaitingChanges,
  leavesNothingOnTheDevice,
]

async function reportsErrors({ tab, engine, origin }: Journey) {
  annotate('engine', engine.version)
  await tab.open(`${origin}/terms`)
  const faults: string[] = []
  await tab.evaluate(`void (${causeErrors.toString()})()`)
  for (const error of ['deliberate message', 'deliberate exception', 'deliberate rejection'])
    await expect
      .poll(async () => {
        faults.push(...(await engine.takeFaults()))
        return faults.join('\n')
      })
      .toContain(error)
}

async function keepsThePressedLinkInPlace({ me, tab, origin }: Journey) {
  await tab.open(`${origin}/signup`)
  // Waits until the app runs and handles the blur of a field.
  await me.see('button', /^Sign in with Google$/)
  await me.fill(/^your email/, 'cla')
  await me.press('link', /^Terms/)
  await me.at('/terms')
  // Leaving the page earlier would cancel requests for its code.
  await me.see('heading', /^Terms/)
}

async function signsIn(journey: Journey) {
  await journey.signIn()
  await journey.me.see('button', /^Add your first piece$/)
}

async function addsAPiece({ me }: Journey) {
  await me.press('button', /^Add your first piece$/)
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
  await me.at('/practice')
}

async function practices({ me, tab }: Journey) {
  annotate('screen stays awake', await tab.evaluate('"wakeLock" in navigator'))
  // After the first piece the app opens the first practice step.
  await me.see('text', /Giga/)
  await me.press('button', /^Start metronome/)
  await me.see('button', /^Stop metronome/)
  await me.drag('slider', /^tempo$/, 60)
  const dragged = await readShownTempo(me)
  expect(dragged).not.toBe(104)
  for (const _ of [1, 2]) await me.press('button', /^one bpm more$/)
  await expect.poll(() => readShownTempo(me)).toBe(dragged + 2)
  await me.see('button', /^Stop metronome/)
  await me.seeNone('alert', /./)
  await me.press('button', /^Stop metronome/)
  await me.see('button', /^Start metronome/)
}

async function keepsItsPlaceThroughAReload({ me, tab }: Journey) {
  const tempo = await readShownTempo(me)
  await tab.evaluate(`(${reloadAfter.toString()})('1 of 2')`)
  await me.press('button', /^Next/)
  await expect.poll(() => tab.evaluate('window.willReload === true').catch(() => true)).toBe(false)
  await me.see('text', /2 of 2/)
  expect(await readTemposOnDevice(tab)).toEqual([tempo])
  await me.press('button', /^Skip/)
  await me.see('heading', /Congratulations: \d+\sbpm gained/)
  await me.press('button', /^Done/)
  await me.see('heading', /^today/)
  await me.see('listitem', new RegExp(`Giga.*${tempo}`))
}

async function showsEveryScreen({ me, tab, origin }: Journey) {
  for (const [path, heading] of [
    ['/new', /^how do you practice it/],
    ['/pieces', /^my pieces/],
    ['/practice', /^today/],
    ['/account', /@example\.org/],
    ['/terms', /^Terms/],
  ] as const) {
    await tab.open(origin + path)
    await me.see('heading', heading)
    // The served HTML shows the heading before the app has started, which renders the toast container. Leaving the page
    // earlier would cancel requests for code.
    await expect.poll(() => tab.evaluate(`document.querySelector('#root [popover]') !== null`)).toBe(true)
    // The code of the time chooser is loaded after its screen.
    if (path === '/practice') await me.see('radio', /^All$/)
  }
}

async function savesAfterBackNavigation({ me, tab, origin }: Journey) {
  await tab.open(`${origin}/pieces`)
  await me.see('listitem', /Bach Partita 2/)
  await tab.evaluate('window.wasHere = true')
  await tab.open(`${origin}/account`)
  await me.see('heading', /@example\.org/)
  await tab.back()
  await me.press('button', /^Edit Bach Partita 2/)
  annotate('back/forward cache', await tab.evaluate('window.wasHere === true'))
  await me.fill(/^name$/, 'Bach Partita 3')
  await me.press('button', /^Save/)
  await me.see('listitem', /Bach Partita 3/)
}

async function practicesWithoutAServer({ me, tab, origin, stopServer }: Journey) {
  await expect.poll(() => tab.evaluate('navigator.serviceWorker.controller?.state')).toBe('activated')
  await expect.poll(() => countWaitingChanges(tab)).toBe(0)
  await stopServer()
  await tab.open(`${origin}/practice`)
  await me.press('button', /^Start practicing/)
  await me.press('button', /^one bpm more/)
  // The other section was practiced today, so the routine has one step.
  await me.press('button', /^Next/)
  await me.see('heading', /Congratulations: 1\sbpm gained/)
  // After the toast has appeared, the next press waits until it no longer covers the button.
  await me.see('button', /^Undo$/)
  await me.press('button', /1 unsynced/)
  await me.see('text', /One change is on this device only/)
  // Unless storage is persistent, the dialog warns of data loss.
  const isPersisted = (await tab.evaluate('navigator.storage?.persisted?.()')) === true
  annotate('storage is persistent', isPersisted)
  const warning = /the browser may delete/
  await (isPersisted ? me.seeNone('text', warning) : me.see('text', warning))
}

async function sendsWaitingChanges({ me, tab, origin, startServer }: Journey) {
  await startServer()
  await tab.open(`${origin}/account`)
  await me.see('heading', /@example\.org/)
  await expect.poll(() => countWaitingChanges(tab)).toBe(0)
}

async function leavesNothingOnTheDevice({ me, tab }: Journey) {
  await me.press('button', /^Log out/)
  await me.see('heading', /^Log out\?/)
  await me.press('button', /^Log out/)
  await me.at('/signin')
  const names = 'indexedDB.databases().then(all => all.map(({ name }) => name))'
  // The page may still be loading.
  await expect.poll(() => valueOrReason(tab.evaluate(names))).toEqual([])
}

function annotate(type: string, value: unknown): void {
  test.info().annotations.push({ type, description: String(value) })
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

function causeErrors(): void {
  console.error('deliberate message')
  setTimeout(() => {
    throw new Error('deliberate exception')
  })
  void Promise.reject(new Error('deliberate rejection'))
}
