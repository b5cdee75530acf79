import type { PieceToFill } from '../pieces/filled-library.ts'
import type { Visit } from './visit.ts'

// How the states of a piece's form come to it.

/** Opens the form of the first of these pieces. */
export async function atForm(visit: Visit, piece: PieceToFill, ...others: readonly PieceToFill[]) {
  await visit.musician.signIn()
  await visit.musician.fillLibrary([piece, ...others])
  await visit.page.goto('/pieces')
  await openForm(visit, piece)
}

/** Opens the form of a piece from the list. */
export async function openForm({ link, field }: Visit, piece: PieceToFill) {
  await link('pieces:edit', { piece: piece.name }).click()
  await field('pieces:editor.name').waitFor()
}

/** Gives up what was typed into a form and opens the form of a piece, which may be the same. */
export async function openAnotherForm(visit: Visit, piece: PieceToFill) {
  await visit.press('pieces:editor.cancel')
  await openForm(visit, piece)
}
