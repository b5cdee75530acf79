import type { PieceToFill } from '../pieces/filled-library.ts'
import { CLAIR, LONG_NAMES, SWAN } from './libraries.ts'
import { statesOf } from './state.ts'
import type { Visit } from './visit.ts'

const ON_HOLD: readonly PieceToFill[] = LONG_NAMES.map(piece => ({ ...piece, onHold: true }))
const LONGEST = ON_HOLD[1]?.name ?? ''

/** Pieces that are not practiced for now. */
export const onHold = [
  ...statesOf('/practice', 'signed-in', [
    {
      name: 'on-hold-some',
      async open(visit) {
        await open(visit, '/practice', [...ON_HOLD, SWAN, CLAIR])
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
  ...statesOf('/pieces', 'signed-in', [
    {
      name: 'on-hold-cards',
      async open(visit) {
        await open(visit, '/pieces', [...ON_HOLD, SWAN])
        await visit.page.getByText(visit.t('pieces:onHold')).first().waitFor()
      },
    },
  ]),
  ...statesOf('/pieces/:id/edit', 'signed-in', [
    {
      name: 'on-hold-form',
      async open(visit) {
        await open(visit, '/pieces', [...ON_HOLD])
        await visit.link('pieces:edit', { piece: LONGEST }).click()
        await visit.page.getByRole('checkbox', { name: visit.t('pieces:editor.onHold.name') }).waitFor()
      },
    },
  ]),
]

async function open({ page, musician }: Visit, path: string, pieces: readonly PieceToFill[]) {
  await musician.signIn()
  await musician.fillLibrary(pieces)
  await page.goto(path)
}
