import type { PieceToFill } from '../pieces/filled-library.ts'
import { CLAIR_PIECE, LONG_NAME_PIECES, SWAN_PIECE } from './libraries.ts'
import { statesOfRoute } from './state.ts'
import type { Visit } from './visit.ts'

const ON_HOLD: readonly PieceToFill[] = LONG_NAME_PIECES.map(piece => ({ ...piece, onHold: true }))
const LONGEST = ON_HOLD[1]?.name ?? ''

/** The screen states with pieces on hold, and the forms of pieces with a performance. */
export const onHoldStates = [
  ...statesOfRoute('/practice', 'signed-in', [
    {
      name: 'on-hold-some',
      async open(visit) {
        await open(visit, '/practice', [...ON_HOLD, SWAN_PIECE, CLAIR_PIECE])
        await visit.link('practice:onHold_other', { count: 2 }).waitFor()
      },
    },
    {
      name: 'on-hold-all',
      async open(visit) {
        await open(visit, '/practice', ON_HOLD)
        await visit.button('practice:empty.pieces').waitFor()
      },
    },
  ]),
  ...statesOfRoute('/pieces', 'signed-in', [
    {
      name: 'on-hold-cards',
      async open(visit) {
        await open(visit, '/pieces', [...ON_HOLD, SWAN_PIECE])
        await visit.page.getByText(visit.t('pieces:onHold')).first().waitFor()
      },
    },
  ]),
  ...statesOfRoute('/pieces/:id/edit', 'signed-in', [
    {
      name: 'on-hold-form',
      async open(visit) {
        await open(visit, '/pieces', [...ON_HOLD])
        await visit.link('pieces:edit', { piece: LONGEST }).click()
        await visit.page.getByRole('checkbox', { name: visit.t('pieces:editor.onHold.name') }).waitFor()
      },
    },
    {
      name: 'edit-performance',
      async open(visit) {
        await open(visit, '/pieces', [{ ...SWAN_PIECE, performedIn: 19 }])
        await visit.link('pieces:edit', { piece: SWAN_PIECE.name }).click()
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
    {
      name: 'edit-performance-past',
      async open(visit) {
        await open(visit, '/pieces', [{ ...SWAN_PIECE, performedIn: -3 }])
        await visit.link('pieces:edit', { piece: SWAN_PIECE.name }).click()
        await visit.page.getByText(visit.t('pieces:editor.performance.past')).waitFor()
      },
    },
  ]),
]

async function open({ page, musician }: Visit, path: string, pieces: readonly PieceToFill[]) {
  await musician.signIn()
  await musician.fillLibrary(pieces)
  await page.goto(path)
}
