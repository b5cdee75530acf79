import type { PieceToFill } from '../pieces/filled-library.ts'
import { pastPracticeOf, type TempoOnDay } from '../pieces/part-histories.ts'
import { CLAIR_PIECE, LONG_NAME_PIECES, SWAN_PIECE } from './libraries.ts'
import { piecePageStates } from './piece-page.ts'
import { piecesListStates } from './pieces-list.ts'
import { chooseMinutes, startMetronome, beginRoutine } from './routines.ts'
import { FAILED_SYNC, statesOfRoute } from './state.ts'
import { abortRequests, SYNC_URL } from './trouble.ts'
import type { Visit } from './visit.ts'

/** Three weeks in which a part got faster. */
const THREE_WEEKS: readonly TempoOnDay[] = [
  [20, 72],
  [13, 70],
  [9, 80],
  [4, 82],
  [2, 84],
]

/** The screen states of the practice overview, and of a routine with pieces as most musicians have them. */
export const practiceStates = statesOfRoute(
  '/practice',
  'signed-in',
  [
    {
      name: 'practice-loading',
      after: 'pieces-loading',
      async open(visit) {
        await visit.link('navigation.practice').click()
        await visit.heading('practice:title').waitFor()
        await visit.see('library.loading')
      },
    },
    {
      name: 'practice-empty',
      async open(visit) {
        await visit.musician.signIn()
        await visit.page.goto('/practice')
        await visit.heading('practice:empty.title').waitFor()
      },
    },
    {
      name: 'practice',
      after: 'practice-empty',
      async open(visit) {
        // They come from another device.
        await visit.musician.fillLibrary()
        await visit.button('practice:start').waitFor()
      },
    },
    { name: 'practice-timed', after: 'practice', open: visit => chooseMinutes(visit, 20) },
    {
      name: 'practice-step',
      after: 'practice-timed',
      async open(visit) {
        await visit.page.getByRole('radio', { name: visit.t('practice:time.all'), exact: true }).check()
        await beginRoutine(visit)
      },
    },
    { name: 'practice-step-running', after: 'practice-step', open: startMetronome },
    {
      name: 'practice-unsynced',
      after: 'practice-step-running',
      faults: FAILED_SYNC,
      async open(visit) {
        await abortRequests(visit.page, SYNC_URL)
        await visit.press('practice:step.next')
        await visit.see('practice:step.number', { step: 2, steps: 7 })
        await visit.press('practice:step.leave')
        await visit.button('sync.unreachableWaiting', { count: 1 }).waitFor()
      },
    },
    {
      name: 'practice-beside',
      async open(visit) {
        await visit.musician.signIn()
        await addPiecesWithHistory(visit, [CLAIR_PIECE, SWAN_PIECE])
        await asDesktop(visit)
        await visit.page.goto('/practice')
        await visit.button('practice:start').waitFor()
        await visit.page.getByRole('region').getByRole('img').waitFor()
      },
    },
    {
      name: 'practice-beside-long-names',
      after: 'practice-beside',
      async open(visit) {
        await addPiecesWithHistory(visit, LONG_NAME_PIECES)
        await asDesktop(visit)
        const beside = visit.page.getByRole('region').filter({ hasText: LONG_NAME_PIECES[0]?.name ?? '' })
        await beside.getByRole('img').waitFor()
      },
    },
  ],
  [...piecesListStates, ...piecePageStates],
)

async function addPiecesWithHistory({ musician }: Visit, pieces: readonly PieceToFill[]) {
  await musician.fillLibrary(pieces)
  for (const piece of pieces)
    await musician.fillHistory(
      pastPracticeOf(
        piece,
        piece.parts.map(() => THREE_WEEKS),
      ),
    )
}

/** The details of a part are beside the list, and loaded when a window is as wide for the first time. */
const asDesktop = ({ page }: Visit) => page.setViewportSize({ width: 1440, height: 900 })
