import { waitOutPedalBounce } from '../controls.ts'
import type { PieceToFill } from '../pieces/filled-library.ts'
import { pastPracticeOf, type TempoOnDay } from '../pieces/part-histories.ts'
import { CLAIR_PIECE, LONG_NAME_PIECES, SWAN_PIECE } from './libraries.ts'
import { closeDialog } from './places.ts'
import { FAILED_REQUEST, statesOfRoute } from './state.ts'
import {
  abortRequests,
  failDatabaseWrites,
  keepToastsOpen,
  hangRequests,
  SYNC_URL,
  denyDatabaseAccess,
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

/** The screen states of the practice overview, the steps and the summary. */
export const practiceStates = statesOfRoute('/practice', 'signed-in', [
  {
    name: 'practice-loading',
    async open(visit) {
      await hangRequests(visit.page, SYNC_URL)
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
      await denyDatabaseAccess(visit.page)
      await atPractice(visit, [])
      await visit.heading('library.failed.title').waitFor()
    },
  },
  { name: 'practice', open: openPracticeOverview },
  {
    name: 'practice-beside',
    open: visit => atOverviewWithHistory(visit, [CLAIR_PIECE, SWAN_PIECE]),
  },
  {
    name: 'practice-beside-long-names',
    open: visit => atOverviewWithHistory(visit, LONG_NAME_PIECES),
  },
  { name: 'practice-long-names', open: visit => openPracticeOverview(visit, LONG_NAME_PIECES) },
  {
    name: 'practice-jump',
    covers: ['screens/practice/step/jump-to-part-dialog.tsx'],
    async open(visit) {
      await atStep(visit, LONG_NAME_PIECES)
      await visit.press('tempo.more')
      await visit.press('practice:step.next')
      await visit.see('practice:step.number', { step: 2, steps: 4 })
      await visit.press('practice:jump.open', {
        number: visit.t('practice:step.number', { step: 2, steps: 4 }),
      })
      await visit.dialog.waitFor()
    },
  },
  {
    name: 'practice-left',
    after: 'practice-jump',
    async open(visit) {
      await closeDialog(visit)
      await visit.press('practice:step.leave')
      await visit.page.locator('summary').click()
      await visit.button('practice:continue', { step: 2, steps: 4 }).waitFor()
    },
  },
  { name: 'practice-step', after: 'practice', open: startRoutine },
  { name: 'practice-step-running', after: 'practice-step', open: startMetronome },
  { name: 'practice-step-long-names', after: 'practice-long-names', open: startRoutine },
  { name: 'practice-step-running-long-names', after: 'practice-step-long-names', open: startMetronome },
  {
    name: 'practice-step-training',
    async open(visit) {
      await clickSettings(visit)
      await turnTrainerOn(visit, 'clean')
      await visit.page.keyboard.press('Escape')
      await visit.button('practice:trainer.again').waitFor()
    },
  },
  {
    name: 'practice-step-muted',
    async open(visit) {
      await atStep(visit, LONG_NAME_PIECES)
      await visit.press('practice:click.mute')
      await visit.button('practice:click.unmute').waitFor()
    },
  },
  {
    name: 'practice-click',
    after: 'practice-step-running-long-names',
    covers: ['screens/practice/click/click-dialog.tsx'],
    async open(visit) {
      await visit.press('practice:step.stopMetronome')
      await openClickSettings(visit)
    },
  },
  {
    name: 'practice-click-silent-bars',
    async open(visit) {
      await clickSettings(visit, [{ ...SWAN_PIECE, click: { beats: 7, accent: true, rest: 2 } }])
      await visit.dialog.getByRole('group', { name: visit.t('practice:click.soundingBars') }).waitFor()
    },
  },
  {
    name: 'practice-click-trainer',
    after: 'practice-click',
    async open(visit) {
      await turnTrainerOn(visit, 'bars')
      await visit.dialog.getByRole('group', { name: visit.t('practice:trainer.afterBars') }).waitFor()
    },
  },
  {
    name: 'practice-click-pedal',
    after: 'practice-click-trainer',
    async open(visit) {
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
      await keepToastsOpen(visit.page)
      await atStep(visit, LONG_NAME_PIECES)
      await visit.press('practice:step.next')
      await visit.button('undo').waitFor()
    },
  },
  {
    name: 'practice-not-saved',
    covers: ['showError common:toast.error'],
    async open(visit) {
      await keepToastsOpen(visit.page)
      await atStep(visit)
      await failDatabaseWrites(visit.page)
      await visit.press('practice:step.next')
      await visit.see('toast.error')
    },
  },
  {
    name: 'practice-finished',
    async open(visit) {
      await atStep(visit, LONG_NAME_PIECES)
      for (const step of [1, 2, 3, 4]) {
        await visit.see('practice:step.number', { step, steps: 4 })
        await visit.press('tempo.more')
        await visit.press('practice:step.next')
        await waitOutPedalBounce(visit.page)
      }
      await visit.button('practice:finished.done').waitFor()
    },
  },
  {
    name: 'practice-finished-nothing',
    async open(visit) {
      await atStep(visit, [SWAN_PIECE])
      await visit.press('practice:step.skip')
      await visit.see('practice:finished.nothingText')
    },
  },
  {
    name: 'practice-unsynced',
    faults: FAILED_REQUEST,
    async open(visit) {
      await atStep(visit)
      await abortRequests(visit.page, SYNC_URL)
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

/** Signs in, fills the library and opens the practice overview. */
export async function openPracticeOverview(visit: Visit, pieces?: readonly PieceToFill[]) {
  await atPractice(visit, pieces)
  await visit.button('practice:start').waitFor()
}

/** On a desktop, beside the details of the first part. */
async function atOverviewWithHistory(visit: Visit, pieces: readonly PieceToFill[]) {
  await visit.musician.signIn()
  await visit.musician.fillLibrary(pieces)
  for (const piece of pieces)
    await visit.musician.fillHistory(
      pastPracticeOf(
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

/** Signs in, fills the library and begins a routine. */
export async function atStep(visit: Visit, pieces?: readonly PieceToFill[]) {
  await openPracticeOverview(visit, pieces)
  await startRoutine(visit)
}

async function startRoutine(visit: Visit) {
  await visit.press('practice:start')
  await visit.page.getByRole('slider', { name: visit.t('practice:step.tempo') }).waitFor()
}

/** Begins a routine and starts its metronome. */
export async function running(visit: Visit, pieces?: readonly PieceToFill[]) {
  await atStep(visit, pieces)
  await startMetronome(visit)
}

async function startMetronome(visit: Visit) {
  await visit.press('practice:step.startMetronome')
  await visit.button('practice:step.stopMetronome').waitFor()
}

async function clickSettings(visit: Visit, pieces?: readonly PieceToFill[]) {
  await atStep(visit, pieces ?? LONG_NAME_PIECES)
  await openClickSettings(visit)
}

async function openClickSettings(visit: Visit) {
  await visit.press('practice:click.title')
  await visit.dialog.getByRole('heading', { name: /^(for|für) / }).waitFor()
}

async function turnTrainerOn(visit: Visit, kind: 'bars' | 'clean') {
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
