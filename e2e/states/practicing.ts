import type { PieceToFill } from '../pieces/filled-library.ts'
import { practiceOf, type TempoOnDay } from '../pieces/part-histories.ts'
import { CLAIR, LONG_NAMES, SWAN } from './libraries.ts'
import { FAILED_REQUEST, statesOf } from './state.ts'
import {
  cutOff,
  fillTheDisk,
  holdToasts,
  interruptSound,
  keepWaiting,
  neverOpenSound,
  SYNC,
  withoutDatabase,
  withoutSound,
} from './trouble.ts'
import type { Visit } from './visit.ts'

/** Three weeks in which a part got faster. */
const THREE_WEEKS: readonly TempoOnDay[] = [
  [20, 72],
  [13, 70],
  [9, 80],
  [4, 82],
  [2, 84],
]

/** The overview of the day, the steps, and what they brought. */
export const practicing = statesOf('/practice', 'signed-in', [
  {
    name: 'practice-loading',
    async open(visit) {
      await keepWaiting(visit.page, SYNC)
      await atPractice(visit, [])
      await visit.see('library.loading')
    },
  },
  {
    name: 'practice-empty',
    async open(visit) {
      await atPractice(visit, [])
      await visit.heading('practice:empty.title').waitFor()
    },
  },
  {
    name: 'practice-database-missing',
    async open(visit) {
      await withoutDatabase(visit.page)
      await atPractice(visit, [])
      await visit.heading('library.failed.title').waitFor()
    },
  },
  { name: 'practice', open: atOverview },
  {
    name: 'practice-beside',
    open: visit => atOverviewWithHistory(visit, [CLAIR, SWAN]),
  },
  {
    name: 'practice-beside-long-names',
    open: visit => atOverviewWithHistory(visit, LONG_NAMES),
  },
  { name: 'practice-long-names', open: visit => atOverview(visit, LONG_NAMES) },
  {
    name: 'practice-left',
    async open(visit) {
      await atStep(visit, LONG_NAMES)
      await visit.press('tempo.more')
      await visit.press('practice:step.next')
      await visit.see('practice:step.number', { step: 2, steps: 4 })
      await visit.press('practice:step.leave')
      await visit.page.locator('summary').click()
      await visit.button('practice:continue', { step: 2, steps: 4 }).waitFor()
    },
  },
  {
    name: 'practice-jump',
    covers: ['screens/practice/jump-dialog.tsx'],
    async open(visit) {
      await atStep(visit, LONG_NAMES)
      await visit.press('practice:step.next')
      await visit.see('practice:step.number', { step: 2, steps: 4 })
      await visit.press('practice:jump.open', {
        number: visit.t('practice:step.number', { step: 2, steps: 4 }),
      })
      await visit.dialog.waitFor()
    },
  },
  { name: 'practice-step', open: atStep },
  { name: 'practice-step-long-names', open: visit => atStep(visit, LONG_NAMES) },
  { name: 'practice-step-running', open: running },
  { name: 'practice-step-running-long-names', open: visit => running(visit, LONG_NAMES) },
  {
    name: 'practice-step-interrupted',
    async open(visit) {
      await interruptSound(visit.page)
      await atStep(visit, LONG_NAMES)
      await visit.press('practice:step.startMetronome')
      await visit.see('practice:step.interrupted')
      await visit.button('practice:step.resumeMetronome').waitFor()
    },
  },
  {
    name: 'practice-step-starting',
    async open(visit) {
      await neverOpenSound(visit.page, 'for ever')
      await atStep(visit, LONG_NAMES)
      await visit.press('practice:step.startMetronome')
      await visit.see('practice:step.starting')
    },
  },
  {
    name: 'practice-step-timed-out',
    async open(visit) {
      await neverOpenSound(visit.page, 'not at all')
      await atStep(visit, LONG_NAMES)
      await visit.press('practice:step.startMetronome')
      await visit.see('practice:step.timedOut')
      await visit.button('practice:step.retryMetronome').waitFor()
    },
  },
  {
    name: 'practice-step-silent',
    async open(visit) {
      await withoutSound(visit.page)
      await atStep(visit)
      await visit.press('practice:step.startMetronome')
      await visit.see('practice:step.silent')
    },
  },
  {
    name: 'practice-step-silent-bar',
    async open(visit) {
      await running(visit, [{ ...SWAN, click: { beats: 3, rest: 16 } }])
      await visit.page.locator('b[class*=silent]').waitFor()
    },
  },
  {
    name: 'practice-step-training',
    async open(visit) {
      await training(visit, 'clean')
      await visit.page.keyboard.press('Escape')
      await visit.button('practice:trainer.again').waitFor()
    },
  },
  {
    name: 'practice-step-muted',
    async open(visit) {
      await atStep(visit, LONG_NAMES)
      await visit.press('practice:click.mute')
      await visit.button('practice:click.unmute').waitFor()
    },
  },
  {
    name: 'practice-click',
    covers: ['screens/practice/click/click-dialog.tsx'],
    open: visit => clickSettings(visit),
  },
  {
    name: 'practice-click-silent-bars',
    async open(visit) {
      await clickSettings(visit, [{ ...SWAN, click: { beats: 7, accent: true, rest: 2 } }])
      await visit.dialog.getByRole('group', { name: visit.t('practice:click.soundingBars') }).waitFor()
    },
  },
  {
    name: 'practice-click-trainer',
    async open(visit) {
      await training(visit, 'bars')
      await visit.dialog.getByRole('group', { name: visit.t('practice:trainer.afterBars') }).waitFor()
    },
  },
  {
    name: 'practice-click-pedal',
    async open(visit) {
      await clickSettings(visit)
      await tab(visit, 'pedal')
      await visit.press('practice:pedal.learn')
      await visit.page.keyboard.press('n')
      await visit.page.keyboard.press('n')
      await visit.see('practice:pedal.pressBackward')
    },
  },
  {
    name: 'practice-saved',
    covers: ['showSuccess practice:saved'],
    async open(visit) {
      await holdToasts(visit.page)
      await atStep(visit, LONG_NAMES)
      await visit.press('practice:step.next')
      await visit.button('undo').waitFor()
    },
  },
  {
    name: 'practice-not-saved',
    covers: ['showError common:toast.error'],
    async open(visit) {
      await holdToasts(visit.page)
      await atStep(visit)
      await fillTheDisk(visit.page)
      await visit.press('practice:step.next')
      await visit.see('toast.error')
    },
  },
  {
    name: 'practice-finished',
    async open(visit) {
      await atStep(visit, LONG_NAMES)
      for (const step of [1, 2, 3, 4]) {
        await visit.see('practice:step.number', { step, steps: 4 })
        await visit.press('tempo.more')
        await visit.press('practice:step.next')
        // Longer than a foot pedal bounces.
        await visit.page.waitForTimeout(600)
      }
      await visit.button('practice:finished.done').waitFor()
    },
  },
  {
    name: 'practice-finished-nothing',
    async open(visit) {
      await atStep(visit, [SWAN])
      await visit.press('practice:step.skip')
      await visit.see('practice:finished.nothingText')
    },
  },
  {
    name: 'practice-unsynced',
    faults: FAILED_REQUEST,
    async open(visit) {
      await atStep(visit)
      await cutOff(visit.page, SYNC)
      await visit.press('practice:step.next')
      await visit.see('practice:step.number', { step: 2, steps: 7 })
      await visit.press('practice:step.leave')
      await visit.button('sync.unreachableWaiting_one', { count: 1 }).waitFor()
    },
  },
])

async function atPractice({ page, musician }: Visit, pieces?: readonly PieceToFill[]) {
  await musician.signIn()
  if (pieces === undefined || pieces.length > 0) await musician.fillLibrary(pieces)
  await page.goto('/practice')
}

export async function atOverview(visit: Visit, pieces?: readonly PieceToFill[]) {
  await atPractice(visit, pieces)
  await visit.button('practice:start').waitFor()
}

/** On a desktop, beside the details of the first part. */
async function atOverviewWithHistory(visit: Visit, pieces: readonly PieceToFill[]) {
  await visit.musician.signIn()
  await visit.musician.fillLibrary(pieces)
  for (const piece of pieces)
    await visit.musician.fillHistory(
      practiceOf(
        piece,
        piece.parts.map(() => THREE_WEEKS),
      ),
    )
  // What is there on a desktop alone is loaded when a window is as wide for the first time.
  await visit.page.setViewportSize({ width: 1440, height: 900 })
  await visit.page.goto('/practice')
  await visit.button('practice:start').waitFor()
  await visit.page.getByRole('region').getByRole('img').waitFor()
}

async function atStep(visit: Visit, pieces?: readonly PieceToFill[]) {
  await atOverview(visit, pieces)
  await visit.press('practice:start')
  await visit.page.getByRole('slider', { name: visit.t('practice:step.tempo') }).waitFor()
}

async function running(visit: Visit, pieces?: readonly PieceToFill[]) {
  await atStep(visit, pieces)
  await visit.press('practice:step.startMetronome')
  await visit.button('practice:step.stopMetronome').waitFor()
}

async function clickSettings(visit: Visit, pieces?: readonly PieceToFill[]) {
  await atStep(visit, pieces ?? LONG_NAMES)
  await visit.press('practice:click.title')
  await visit.dialog.getByRole('heading', { name: /^(for|für) / }).waitFor()
}

async function training(visit: Visit, kind: 'bars' | 'clean') {
  await clickSettings(visit)
  await tab(visit, 'trainer')
  await choose(visit, 'trainer.title', kind === 'bars' ? 'trainer.bars' : 'trainer.whenClean')
}

const tab = ({ dialog, t }: Visit, name: 'trainer' | 'pedal') =>
  dialog.getByRole('tab', { name: t(`practice:${name}.tab`), exact: true }).click()

const choose = ({ dialog, t }: Visit, group: string, option: string) =>
  dialog
    .getByRole('radiogroup', { name: t(`practice:${group}`) })
    .getByText(t(`practice:${option}`), { exact: true })
    .click()
