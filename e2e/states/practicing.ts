import type { Page } from '@playwright/test'
import { AUDIO_START_TIMEOUT_MS } from '#web/metronome/metronome.ts'
import { waitOutPedalBounce } from '../controls.ts'
import { SWAN_PIECE, type PieceToFill } from '../pieces/filled-library.ts'
import { pastPracticeOf, type TempoOnDay } from '../pieces/part-histories.ts'
import { LONG_NAME_PIECES, LONGEST_PIECE } from './libraries.ts'
import { holdToast } from './trouble.ts'
import type { Journey, Visit } from './visit.ts'

export const practicing: Journey = {
  routes: ['/practice'],
  dialogs: [
    'screens/practice/routine-finished.tsx',
    'screens/practice/step-progress.tsx',
    'screens/practice/practice-settings-dialog.tsx',
  ],
  states: {
    async 'practice-empty'({ page, musician, heading }) {
      await musician.signIn()
      await page.goto('/practice')
      await heading('practice:empty.title').waitFor()
    },
    async 'practice-all-on-hold'({ musician, button }) {
      await musician.fillLibrary([{ ...SWAN_PIECE, onHold: true }])
      await button('practice:empty.pieces').waitFor()
    },
    async practice({ musician, button }) {
      await musician.fillLibrary(LONG_NAME_PIECES)
      await button('practice:start').waitFor()
    },
    'practice-step': startRoutine,
    'practice-step-running': startMetronome,
    async 'practice-step-typing'({ page, press, see }) {
      await press('tempo.type', { bpm: 40 })
      await page.keyboard.type('209')
      await see('field.bpmTooFast')
    },
    async 'practice-jump'({ page, press, see, t, dialog }) {
      await page.keyboard.press('Escape')
      await press('practice:step.stopMetronome')
      await press('tempo.more')
      await press('practice:step.next')
      await see('practice:step.number', { step: 2, steps: 4 })
      await press('practice:jump.open', { number: t('practice:step.number', { step: 2, steps: 4 }) })
      await dialog.waitFor()
    },
    async 'practice-left'({ page, closeDialog, press, button }) {
      await closeDialog()
      await press('practice:step.leave')
      await page.locator('summary').click()
      await button('practice:continue', { step: 2, steps: 4 }).waitFor()
    },
    async 'practice-finished'({ page, press, see, button }) {
      await press('practice:continue', { step: 2, steps: 4 })
      for (const step of [2, 3, 4]) {
        await see('practice:step.number', { step, steps: 4 })
        await press('tempo.more')
        await press('practice:step.next')
        await waitOutPedalBounce(page)
      }
      await button('practice:finished.done').waitFor()
    },
    async 'practice-correct'({ page, t, dialog }) {
      await page
        .getByRole('button', { name: t('practice:finished.correct') })
        .first()
        .click()
      await dialog.getByRole('button', { name: t('practice:finished.save') }).waitFor()
    },
    async 'practice-over'({ closeDialog, press, see }) {
      await closeDialog()
      await press('practice:finished.done')
      await see('practice:over.text')
    },
    async 'practice-saved'(visit) {
      await startRoutine(visit)
      await visit.press('practice:step.next')
      await visit.see('practice:saved', { part: LONGEST_PIECE.parts[0]?.[0] ?? '', bpm: 41 })
      await holdToast(visit.page)
    },
    async 'practice-click'({ press, dialog }) {
      await press('practice:click.title')
      await dialog.getByRole('heading', { name: /^(for|für) / }).waitFor()
    },
    async 'practice-click-trainer'(visit) {
      await turnTrainerOn(visit, 'bars')
      await visit.dialog.getByRole('group', { name: visit.t('practice:trainer.afterBars') }).waitFor()
    },
    async 'practice-click-pedal'(visit) {
      await openTab(visit, 'pedal')
      await visit.press('practice:pedal.learn')
      await visit.page.keyboard.press('n')
      await visit.page.keyboard.press('n')
      await visit.see('practice:pedal.pressBackward')
    },
    async 'practice-step-training'(visit) {
      await turnTrainerOn(visit, 'whenClean')
      await visit.closeDialog()
      await visit.button('practice:trainer.again').waitFor()
    },
  },
}

const PERFORMED = LONG_NAME_PIECES[1]?.name ?? ''

export const timedSession: Journey = {
  routes: ['/practice'],
  states: {
    async 'practice-timed'({ page, musician, t, button }) {
      await musician.signIn()
      await musician.fillLibrary(
        LONG_NAME_PIECES.map(piece => (piece.name === PERFORMED ? { ...piece, performedIn: 2 } : piece)),
      )
      await page.goto('/practice')
      await page
        .getByRole('radio', { name: t('practice:time.minutes_other', { count: 20 }), exact: true })
        .check()
      await button('practice:timed.runThroughNotToday', { piece: PERFORMED }).waitFor()
      await page.locator('[data-put-off]').last().click()
      await button('practice:timed.bringBack').waitFor()
    },
    async 'practice-run-through'({ press, button }) {
      await press('practice:timed.bringBack')
      await press('practice:time.start_other', { count: 20 })
      await button('practice:runThrough.clean').waitFor()
    },
    async 'practice-step-timed'(visit) {
      await visit.press('practice:runThrough.clean')
      await visit.see('practice:step.number', { step: 1, steps: 2 })
      await dismissToast(visit)
    },
    async 'practice-run-through-finished'({ page, press, see, t }) {
      for (const step of [1, 2]) {
        await see('practice:step.number', { step, steps: 2 })
        await waitOutPedalBounce(page)
        await press('practice:step.skip')
      }
      await page.getByText(t('practice:runThrough.played', { piece: PERFORMED })).waitFor()
    },
  },
}

/** The longest silence, at a fast tempo, so that the silence starts soon. */
const SILENT_BARS_PIECE: PieceToFill = {
  ...SWAN_PIECE,
  endTempo: 140,
  parts: [[null, 140]],
  click: { beats: 12, accent: true, subdivision: 4, rest: 16 },
}

const THREE_WEEKS: readonly TempoOnDay[] = [
  [20, 72],
  [13, 70],
  [4, 82],
]

export const stepsWithoutSound: Journey = {
  routes: ['/practice'],
  states: {
    async 'practice-step-silent-bar'(visit) {
      await visit.musician.signIn()
      await visit.musician.fillLibrary([SILENT_BARS_PIECE])
      await visit.page.goto('/practice')
      await startRoutine(visit)
      await startMetronome(visit)
      await visit.page.locator('b[class*=silent]').waitFor()
    },
    async 'practice-finished-nothing'({ press, see }) {
      await press('practice:step.skip')
      await see('practice:finished.nothingText')
    },
    async 'practice-step-timed-out'(visit) {
      await visit.press('practice:finished.done')
      // The navigation to the overview would abort the reload.
      await visit.page.waitForURL(({ search }) => search === '')
      await visit.page.reload()
      await startRoutine(visit)
      await hangAudioSystem(visit.page)
      await visit.press('practice:step.startMetronome')
      await visit.see('practice:step.starting')
      await visit.page.evaluate(() => void window.dispatchEvent(new Event('audio-wait-over')))
      await visit.see('practice:step.timedOut')
      await visit.button('practice:step.retryMetronome').waitFor()
    },
    async 'practice-beside'({ page, musician, press }) {
      await press('practice:step.leave')
      await musician.fillLibrary(LONG_NAME_PIECES)
      await musician.fillHistory(pastPracticeOf(LONGEST_PIECE, [THREE_WEEKS, THREE_WEEKS, THREE_WEEKS]))
      // A wide window loads the details of the part.
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto('/practice')
      await page.getByRole('region').filter({ hasText: LONGEST_PIECE.name }).getByRole('img').waitFor()
    },
  },
}

export async function startRoutine({ press, page, t }: Visit) {
  await press('practice:start')
  await page.getByRole('slider', { name: t('practice:step.tempo') }).waitFor()
}

async function startMetronome({ press, button }: Visit) {
  await press('practice:step.startMetronome')
  await button('practice:step.stopMetronome').waitFor()
}

async function turnTrainerOn(visit: Visit, kind: 'bars' | 'whenClean') {
  await openTab(visit, 'trainer')
  await visit.dialog
    .getByRole('radiogroup', { name: visit.t('practice:trainer.title') })
    .getByRole('radio', { name: visit.t(`practice:trainer.${kind}`), exact: true })
    .check({ force: true })
}

const openTab = ({ dialog, t }: Visit, name: 'trainer' | 'pedal') =>
  dialog.getByRole('tab', { name: t(`practice:${name}.tab`), exact: true }).click()

/** Opening a dialog dismisses a toast with a button. */
async function dismissToast({ press, dialog, closeDialog }: Visit) {
  await press('practice:click.title')
  await dialog.waitFor()
  await closeDialog()
}

/** The audio system of the page never starts; its start timeout fires at the event `audio-wait-over`. */
const hangAudioSystem = (page: Page) =>
  page.evaluate(timeoutMs => {
    window.AudioContext = class extends AudioContext {
      override get state() {
        return 'suspended' as const
      }
      override get currentTime() {
        return 0
      }
      override resume() {
        return new Promise<void>(() => {})
      }
    }
    const nativeSetTimeout = window.setTimeout
    window.setTimeout = ((callback: () => void, ms?: number, ...args: unknown[]) => {
      if (ms !== timeoutMs) return nativeSetTimeout(callback, ms, ...args)
      window.addEventListener('audio-wait-over', callback, { once: true })
      return 0
    }) as typeof nativeSetTimeout
  }, AUDIO_START_TIMEOUT_MS)
