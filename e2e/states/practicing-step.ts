import type { PieceToFill } from '../pieces/filled-library.ts'
import { LONG_NAME_PIECES, SWAN_PIECE } from './libraries.ts'
import { closeDialog } from './places.ts'
import { atStep, openPracticeOverview, startMetronome, beginRoutine } from './routines.ts'
import { statesOfRoute } from './state.ts'
import type { Visit } from './visit.ts'

/** With the longest silence that can be chosen. It is fast, so that its silence comes soon. */
const SILENT_BARS_PIECE: PieceToFill = {
  ...SWAN_PIECE,
  endTempo: 140,
  parts: [[null, 140]],
  click: { beats: 7, accent: true, rest: 16 },
}

/** The screen states of a step with the longest names, and of the settings of its click. */
export const practiceStepStates = statesOfRoute('/practice', 'signed-in', [
  { name: 'practice-long-names', open: visit => openPracticeOverview(visit, LONG_NAME_PIECES) },
  { name: 'practice-step-long-names', after: 'practice-long-names', open: beginRoutine },
  {
    name: 'practice-step-running-long-names',
    after: 'practice-step-long-names',
    async open(visit) {
      await startMetronome(visit)
    },
  },
  {
    name: 'practice-click',
    after: 'practice-step-running-long-names',
    covers: ['screens/practice/click-dialog.tsx'],
    async open(visit) {
      await visit.press('practice:step.stopMetronome')
      await openClickSettings(visit)
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
    name: 'practice-step-training',
    after: 'practice-click-pedal',
    async open(visit) {
      await turnTrainerOn(visit, 'clean')
      await closeDialog(visit)
      await visit.button('practice:trainer.again').waitFor()
    },
  },
  {
    name: 'practice-step-silent-bar',
    async open(visit) {
      await atStep(visit, [SILENT_BARS_PIECE])
      await startMetronome(visit)
      await visit.page.locator('b[class*=silent]').waitFor()
    },
  },
])

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
    .getByRole('radio', { name: t(`practice:${option}`), exact: true })
    .check({ force: true })
