import { CLAIR_PIECE, LONG_NAME_PIECES, SWAN_PIECE } from './libraries.ts'
import { atForm, openAnotherForm, openForm } from './piece-forms.ts'
import { piecePageStates } from './piece-page.ts'
import { piecesListStates } from './pieces-list.ts'
import { closeDialog } from './places.ts'
import { statesOfRoute } from './state.ts'
import { changeOnOtherDevice, failDatabaseWrites, keepToastsOpen } from './trouble.ts'
import type { PieceToFill } from '../pieces/filled-library.ts'
import type { Visit } from './visit.ts'

const [LONGEST = CLAIR_PIECE] = LONG_NAME_PIECES
/** Only the dialog shows the click. */
const SWAN_WITH_CLICK: PieceToFill = { ...SWAN_PIECE, click: { beats: 3, rest: 2 } }

/** The screen states of a piece's form and its dialogs, beside those of its sections. */
export const editPieceStates = statesOfRoute(
  '/pieces/:id/edit',
  'signed-in',
  [
    {
      name: 'edit-long-names',
      after: 'pieces-long-names',
      open: visit => openForm(visit, LONGEST),
    },
    {
      name: 'edit-delete-sections',
      after: 'edit-long-names',
      covers: ['screens/edit-piece/delete-piece-dialog.tsx'],
      open: visit => ask(visit, LONGEST),
    },
    {
      name: 'edit-not-deleted',
      after: 'edit-delete-sections',
      covers: ['screens/edit-piece/delete-piece-dialog.tsx'],
      async open(visit) {
        await keepToastsOpen(visit.page)
        await failDatabaseWrites(visit.page)
        await visit.press('pieces:editor.ask.confirm')
        await visit.dialog.getByRole('alert').waitFor()
      },
    },
    {
      name: 'edit-no-sections',
      after: 'piece-missing',
      async open(visit) {
        await visit.link('pieces:editor.missing.toPieces').click()
        await openForm(visit, SWAN_PIECE)
        await visit.see('pieces:editor.noSections')
      },
    },
    {
      name: 'edit',
      open: visit => atForm(visit, SWAN_WITH_CLICK),
    },
    {
      name: 'edit-delete',
      after: 'edit',
      covers: ['screens/edit-piece/delete-piece-dialog.tsx'],
      open: visit => ask(visit, SWAN_PIECE),
    },
    {
      name: 'edit-fault',
      after: 'edit-delete',
      async open(visit) {
        await closeDialog(visit)
        await visit.field('pieces:editor.name').fill('')
        await visit.number('pieces:editor.currentTempo').fill('39')
        await visit.number('pieces:editor.endTempo').fill('209')
        await visit.number('pieces:editor.endTempo').blur()
        await visit.see('field.required')
        await visit.see('field.bpmTooSlow')
        await visit.see('field.bpmTooFast')
      },
    },
    {
      name: 'edit-split',
      after: 'edit-fault',
      async open(visit) {
        await openAnotherForm(visit, SWAN_WITH_CLICK)
        await visit.press('pieces:editor.split.open')
        await visit.see('pieces:editor.split.hint')
      },
    },
    {
      name: 'edit-click',
      after: 'edit-split',
      covers: ['screens/edit-piece/click-settings-dialog.tsx'],
      async open(visit) {
        await visit.press('pieces:new.back')
        await visit.press('pieces:editor.click')
        await visit.dialog.getByRole('group', { name: visit.t('practice:click.soundingBars') }).waitFor()
      },
    },
    {
      name: 'edit-deleted',
      after: 'edit-click',
      async open(visit) {
        await keepToastsOpen(visit.page)
        await closeDialog(visit)
        await ask(visit, SWAN_PIECE)
        await visit.press('pieces:editor.ask.confirm')
        await visit.see('pieces:editor.deleted', { piece: SWAN_PIECE.name })
      },
    },
    {
      name: 'edit-changed-elsewhere',
      async open(visit) {
        await atForm(visit, SWAN_PIECE, CLAIR_PIECE)
        await visit.number('pieces:editor.endTempo').fill('61')
        await changeOnOtherDevice(visit.page, 'piece.patch', {
          id: pieceAt(visit),
          name: 'Le cygne',
          endTempo: 72,
        })
        await visit.see('pieces:editor.changed.title')
      },
    },
    {
      name: 'edit-deleted-elsewhere',
      after: 'edit-changed-elsewhere',
      async open(visit) {
        await changeOnOtherDevice(visit.page, 'piece.delete', { id: pieceAt(visit) })
        await visit.see('pieces:editor.gone.title')
      },
    },
  ],
  [...piecesListStates, ...piecePageStates],
)

/** The id of the piece whose form is open. */
const pieceAt = ({ page }: Visit) => new URL(page.url()).pathname.split('/')[2]

async function ask(visit: Visit, piece: PieceToFill) {
  await visit.press('pieces:editor.delete')
  await visit.heading('pieces:editor.ask.title', { piece: piece.name }).waitFor()
}
