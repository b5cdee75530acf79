import type { PieceToFill } from '../pieces/filled-library.ts'
import { CLAIR_PIECE, LONG_NAME_PIECES, SWAN_PIECE } from './libraries.ts'
import { openForm } from './piece-forms.ts'
import { statesOfRoute } from './state.ts'
import type { Visit } from './visit.ts'

const ON_HOLD: readonly PieceToFill[] = LONG_NAME_PIECES.map(piece => ({ ...piece, onHold: true }))
const LONGEST = ON_HOLD[1]?.name ?? ''

const overviewStates = statesOfRoute('/practice', 'signed-in', [
  {
    name: 'on-hold-all',
    async open(visit) {
      await visit.musician.signIn()
      await visit.musician.fillLibrary(ON_HOLD)
      await visit.page.goto('/practice')
      await visit.button('practice:empty.pieces').waitFor()
    },
  },
  {
    name: 'on-hold-some',
    after: 'on-hold-all',
    async open(visit) {
      // They come from another device.
      await visit.musician.fillLibrary([
        { ...SWAN_PIECE, performedIn: 19 },
        { ...CLAIR_PIECE, performedIn: -3 },
      ])
      await visit.link('practice:onHold_other', { count: 2 }).waitFor()
    },
  },
])

const listStates = statesOfRoute(
  '/pieces',
  'signed-in',
  [
    {
      name: 'on-hold-cards',
      after: 'on-hold-some',
      async open(visit) {
        await visit.link('practice:onHold_other', { count: 2 }).click()
        await visit.page.getByText(visit.t('pieces:onHold')).first().waitFor()
      },
    },
  ],
  overviewStates,
)

const formStates = statesOfRoute(
  '/pieces/:id/edit',
  'signed-in',
  [
    {
      name: 'on-hold-form',
      after: 'on-hold-cards',
      async open(visit) {
        await visit.link('pieces:edit', { piece: LONGEST }).click()
        await visit.page
          .getByRole('checkbox', { name: visit.t('pieces:editor.onHold.name'), checked: true })
          .waitFor()
      },
    },
    {
      name: 'edit-performance-past',
      after: 'on-hold-form',
      async open(visit) {
        await editNext(visit, CLAIR_PIECE)
        await visit.page.getByText(visit.t('pieces:editor.performance.past')).waitFor()
      },
    },
    {
      name: 'edit-performance',
      after: 'edit-performance-past',
      async open(visit) {
        await editNext(visit, SWAN_PIECE)
        await visit.button('pieces:editor.performance.remove').waitFor()
      },
    },
    {
      name: 'edit-performance-incomplete',
      after: 'edit-performance',
      async open(visit) {
        await visit.field('pieces:editor.performance.name').focus()
        await visit.page.keyboard.press('Backspace')
        await visit.field('pieces:editor.performance.name').blur()
        await visit.see('pieces:editor.performance.incomplete')
      },
    },
  ],
  listStates,
)

/** The screen states with pieces on hold, and the forms of pieces with a performance. */
export const onHoldStates = [...overviewStates, ...listStates, ...formStates]

/** Goes from one form to that of another piece. */
async function editNext(visit: Visit, piece: PieceToFill) {
  await visit.link('navigation.pieces').click()
  await openForm(visit, piece)
}
