import { CLAIR_PIECE, LONG_NAME_PIECES, SWAN_PIECE } from './libraries.ts'
import { deleteAllParts } from './pieces-list.ts'
import { closeDialog } from './places.ts'
import { statesOfRoute } from './state.ts'
import { changeOnOtherDevice, failDatabaseWrites, keepToastsOpen } from './trouble.ts'
import type { PieceToFill } from '../pieces/filled-library.ts'
import { randomPartId, randomPieceId } from '#tests/library/library-changes.ts'
import type { Visit } from './visit.ts'

/** The screen states of a piece's form and its dialogs. */
export const editPieceStates = statesOfRoute('/pieces/:id/edit', 'signed-in', [
  { name: 'edit', open: visit => atForm(visit, SWAN_PIECE) },
  { name: 'edit-sections', open: visit => atForm(visit, CLAIR_PIECE) },
  {
    name: 'edit-limit',
    after: 'edit-sections',
    covers: ['billing/upgrade-dialog.tsx'],
    async open(visit) {
      await visit.press('pieces:sections.add')
      await visit.dialog.waitFor()
    },
  },
  {
    name: 'edit-sections-move',
    after: 'edit-limit',
    async open(visit) {
      const section = 'Andante très expressif'
      await closeDialog(visit)
      await visit.press('pieces:sections.move', { section })
      await visit.button('pieces:sections.moveDown', { section }).waitFor()
    },
  },
  {
    name: 'edit-long-names',
    async open(visit) {
      const [longest = CLAIR_PIECE] = LONG_NAME_PIECES
      await atForm(visit, longest)
    },
  },
  {
    name: 'edit-delete-sections',
    after: 'edit-long-names',
    covers: ['screens/edit-piece/delete-piece-dialog.tsx'],
    async open(visit) {
      const [longest = CLAIR_PIECE] = LONG_NAME_PIECES
      await ask(visit, longest)
    },
  },
  {
    name: 'edit-named-part',
    open: visit => atForm(visit, { ...CLAIR_PIECE, parts: [['Andante très expressif', 90]] }),
  },
  {
    name: 'edit-no-sections',
    async open(visit) {
      await deleteAllParts(visit)
      await atForm(visit, SWAN_PIECE)
      await visit.see('pieces:editor.noSections')
    },
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
    name: 'edit-click',
    covers: ['screens/edit-piece/click-settings-dialog.tsx'],
    async open(visit) {
      await atForm(visit, { ...SWAN_PIECE, click: { beats: 3, rest: 2 } })
      await visit.press('pieces:editor.click')
      await visit.dialog.getByRole('group', { name: visit.t('practice:click.soundingBars') }).waitFor()
    },
  },
  {
    name: 'edit-split',
    async open(visit) {
      await atForm(visit, SWAN_PIECE)
      await visit.press('pieces:editor.split.open')
      await visit.see('pieces:editor.split.hint')
    },
  },
  {
    name: 'edit-section-add',
    async open(visit) {
      await atForm(visit, { ...CLAIR_PIECE, parts: CLAIR_PIECE.parts.slice(1) })
      await visit.press('pieces:sections.add')
      await visit.heading('pieces:editor.addTitle').waitFor()
    },
  },
  {
    name: 'edit-section-edit',
    async open(visit) {
      const section = 'Andante très expressif'
      await atForm(visit, CLAIR_PIECE)
      await visit.press('pieces:sections.edit', { section })
      await visit.heading('pieces:editor.editTitle', { section }).waitFor()
    },
  },
  {
    name: 'edit-not-deleted',
    after: 'edit-delete-sections',
    covers: ['screens/edit-piece/delete-piece-dialog.tsx'],
    async open(visit) {
      await failDatabaseWrites(visit.page)
      await visit.press('pieces:editor.ask.confirm')
      await visit.dialog.getByRole('alert').waitFor()
    },
  },
  {
    name: 'edit-deleted',
    covers: ['showSuccess pieces:editor.deleted'],
    async open(visit) {
      await keepToastsOpen(visit.page)
      await asking(visit, SWAN_PIECE)
      await visit.press('pieces:editor.ask.confirm')
      await visit.see('pieces:editor.deleted', { piece: SWAN_PIECE.name })
    },
  },
  {
    name: 'edit-restored',
    after: 'edit-deleted',
    covers: ['showSuccess pieces:editor.restored'],
    async open(visit) {
      await visit.press('undo')
      await visit.see('pieces:editor.restored', { piece: SWAN_PIECE.name })
    },
  },
  {
    name: 'edit-not-restored',
    covers: ['showError pieces:editor.noRoom', 'showError common:toast.error'],
    async open(visit) {
      await keepToastsOpen(visit.page)
      await asking(visit, SWAN_PIECE)
      await visit.press('pieces:editor.ask.confirm')
      await visit.see('pieces:editor.deleted', { piece: SWAN_PIECE.name })
      for (const name of ['Adagio', 'Ballade', 'Courante', 'Double'])
        await changeOnOtherDevice(visit.page, 'piece.create', aPieceNamed(name))
      await visit.link('pieces:edit', { piece: 'Double' }).waitFor()
      await visit.press('undo')
      await visit.see('pieces:editor.noRoom', { piece: SWAN_PIECE.name, count: 4 })
    },
  },
  {
    name: 'edit-section-removed',
    covers: ['showSuccess pieces:editor.removed'],
    async open(visit) {
      const section = 'Andante très expressif'
      await keepToastsOpen(visit.page)
      await atForm(visit, CLAIR_PIECE)
      await visit.press('pieces:sections.delete', { section })
      await visit.see('pieces:editor.removed', { section })
    },
  },
  {
    name: 'edit-saved',
    covers: ['showSuccess pieces:editor.saved'],
    async open(visit) {
      await keepToastsOpen(visit.page)
      await atForm(visit, SWAN_PIECE)
      await visit.press('pieces:editor.save')
      await visit.see('pieces:editor.saved', { piece: SWAN_PIECE.name })
    },
  },
  {
    name: 'edit-not-saved',
    covers: ['showError common:toast.error'],
    async open(visit) {
      await keepToastsOpen(visit.page)
      await atForm(visit, SWAN_PIECE)
      await visit.number('pieces:editor.endTempo').fill('61')
      await failDatabaseWrites(visit.page)
      await visit.press('pieces:editor.save')
      await visit.see('toast.error')
    },
  },
  {
    name: 'edit-unsaved',
    async open(visit) {
      await atForm(visit, CLAIR_PIECE)
      await visit.number('pieces:editor.endTempo').fill('97')
      await visit.number('pieces:editor.endTempo').blur()
      await visit.page.reload()
      await visit.see('pieces:editor.unsaved.title')
    },
  },
  {
    name: 'edit-changed-elsewhere',
    async open(visit) {
      await atForm(visit, SWAN_PIECE)
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
  {
    name: 'edit-not-found',
    async open(visit) {
      await visit.musician.signIn()
      await visit.page.goto('/pieces/0b6b2b4e-6a1e-4d53-9d3c-2b6f0f3b7a11/edit')
      await visit.heading('pieces:editor.missing.title').waitFor()
    },
  },
])

async function atForm(visit: Visit, piece: PieceToFill) {
  await visit.musician.signIn()
  await visit.musician.fillLibrary([piece])
  await visit.page.goto('/pieces')
  await visit.link('pieces:edit', { piece: piece.name }).click()
  await visit.field('pieces:editor.name').waitFor()
}

/** The id of the piece whose form is open. */
const pieceAt = ({ page }: Visit) => new URL(page.url()).pathname.split('/')[2]

async function asking(visit: Visit, piece: PieceToFill) {
  await atForm(visit, piece)
  await ask(visit, piece)
}

async function ask(visit: Visit, piece: PieceToFill) {
  await visit.press('pieces:editor.delete')
  await visit.heading('pieces:editor.ask.title', { piece: piece.name }).waitFor()
}

const aPieceNamed = (name: string) => ({
  id: randomPieceId(),
  name,
  importance: 3,
  endTempo: 120,
  parts: [{ id: randomPartId(), name: null, currentTempo: 80 }],
})
