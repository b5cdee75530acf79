import { CLAIR_PIECE, FULL_LIBRARY } from './libraries.ts'
import { newPieceStates } from './new-piece.ts'
import { atForm, openAnotherForm } from './piece-forms.ts'
import { statesOfRoute } from './state.ts'
import { keepToastsOpen } from './trouble.ts'

const [, TWO_SECTIONS = CLAIR_PIECE, ONE_SECTION = CLAIR_PIECE] = FULL_LIBRARY
const SECTION = 'Andante très expressif'

/** The screen states of the form of a piece with sections, from three of them to none. */
export const editSectionStates = statesOfRoute(
  '/pieces/:id/edit',
  'signed-in',
  [
    {
      name: 'edit-sections',
      open: visit => atForm(visit, CLAIR_PIECE, ...FULL_LIBRARY.slice(1)),
    },
    {
      name: 'edit-sections-move',
      after: 'edit-sections',
      async open(visit) {
        await visit.press('pieces:sections.move', { section: SECTION })
        await visit.button('pieces:sections.moveDown', { section: SECTION }).waitFor()
      },
    },
    {
      name: 'edit-section-edit',
      after: 'edit-sections-move',
      async open(visit) {
        await visit.press('pieces:sections.move', { section: SECTION })
        await visit.press('pieces:sections.edit', { section: SECTION })
        await visit.heading('pieces:editor.editTitle', { section: SECTION }).waitFor()
      },
    },
    {
      name: 'edit-section-removed',
      after: 'edit-section-edit',
      async open(visit) {
        await keepToastsOpen(visit.page)
        await visit.press('pieces:new.back')
        await visit.press('pieces:sections.delete', { section: SECTION })
        await visit.see('pieces:editor.removed', { section: SECTION })
      },
    },
    {
      name: 'edit-unsaved',
      after: 'edit-section-removed',
      async open(visit) {
        await visit.press('undo')
        await visit.button('pieces:sections.delete', { section: SECTION }).waitFor()
        await visit.number('pieces:editor.endTempo').fill('97')
        await visit.number('pieces:editor.endTempo').blur()
        await visit.page.reload()
        await visit.see('pieces:editor.unsaved.title')
      },
    },
    {
      name: 'edit-section-add',
      after: 'edit-unsaved',
      async open(visit) {
        await openAnotherForm(visit, TWO_SECTIONS)
        await visit.press('pieces:sections.add')
        await visit.heading('pieces:editor.addTitle').waitFor()
      },
    },
    {
      name: 'edit-named-part',
      after: 'edit-section-add',
      async open(visit) {
        await visit.press('pieces:new.back')
        await openAnotherForm(visit, ONE_SECTION)
      },
    },
  ],
  newPieceStates,
)
