import { CLAIR, LONG_NAMES, SWAN } from './libraries.ts'
import { withoutParts } from './pieces-list.ts'
import { statesOf } from './state.ts'
import { changeElsewhere, fillTheDisk, holdToasts } from './trouble.ts'
import type { PieceToFill } from '../pieces/filled-library.ts'
import { randomPartId, randomPieceId } from '#tests/library/library-changes.ts'
import type { Visit } from './visit.ts'

/** The form of a piece and everything that opens from it. */
export const editPiece = statesOf('/pieces/:id/edit', 'signed-in', [
  { name: 'edit', open: visit => atForm(visit, SWAN) },
  { name: 'edit-sections', open: visit => atForm(visit, CLAIR) },
  {
    name: 'edit-sections-move',
    async open(visit) {
      const section = 'Andante très expressif'
      await atForm(visit, CLAIR)
      await visit.press('pieces:sections.move', { section })
      await visit.button('pieces:sections.moveDown', { section }).waitFor()
    },
  },
  {
    name: 'edit-long-names',
    async open(visit) {
      const [longest = CLAIR] = LONG_NAMES
      await atForm(visit, longest)
    },
  },
  {
    name: 'edit-named-part',
    open: visit => atForm(visit, { ...CLAIR, parts: [['Andante très expressif', 90]] }),
  },
  {
    name: 'edit-no-sections',
    async open(visit) {
      await withoutParts(visit)
      await atForm(visit, SWAN)
      await visit.see('pieces:editor.noSections')
    },
  },
  {
    name: 'edit-fault',
    async open(visit) {
      await atForm(visit, SWAN)
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
    covers: ['screens/edit-piece/click-settings.tsx'],
    async open(visit) {
      await atForm(visit, { ...SWAN, click: { beats: 3, rest: 2 } })
      await visit.press('pieces:editor.click')
      await visit.dialog.getByRole('group', { name: visit.t('practice:click.soundingBars') }).waitFor()
    },
  },
  {
    name: 'edit-split',
    async open(visit) {
      await atForm(visit, SWAN)
      await visit.press('pieces:editor.split.open')
      await visit.see('pieces:editor.split.hint')
    },
  },
  {
    name: 'edit-section-add',
    async open(visit) {
      await atForm(visit, { ...CLAIR, parts: CLAIR.parts.slice(1) })
      await visit.press('pieces:sections.add')
      await visit.heading('pieces:editor.addTitle').waitFor()
    },
  },
  {
    name: 'edit-section-edit',
    async open(visit) {
      const section = 'Andante très expressif'
      await atForm(visit, CLAIR)
      await visit.press('pieces:sections.edit', { section })
      await visit.heading('pieces:editor.editTitle', { section }).waitFor()
    },
  },
  {
    name: 'edit-limit',
    covers: ['kit/upgrade-dialog.tsx'],
    async open(visit) {
      await atForm(visit, CLAIR)
      await visit.press('pieces:sections.add')
      await visit.dialog.waitFor()
    },
  },
  {
    name: 'edit-delete',
    covers: ['screens/edit-piece/delete-piece.tsx'],
    open: visit => asking(visit, SWAN),
  },
  {
    name: 'edit-delete-sections',
    covers: ['screens/edit-piece/delete-piece.tsx'],
    async open(visit) {
      const [longest = CLAIR] = LONG_NAMES
      await asking(visit, longest)
    },
  },
  {
    name: 'edit-not-deleted',
    covers: ['screens/edit-piece/delete-piece.tsx'],
    async open(visit) {
      await asking(visit, SWAN)
      await fillTheDisk(visit.page)
      await visit.press('pieces:editor.ask.confirm')
      await visit.dialog.getByRole('alert').waitFor()
    },
  },
  {
    name: 'edit-deleted',
    covers: ['showSuccess pieces:editor.deleted'],
    async open(visit) {
      await holdToasts(visit.page)
      await asking(visit, SWAN)
      await visit.press('pieces:editor.ask.confirm')
      await visit.see('pieces:editor.deleted', { piece: SWAN.name })
    },
  },
  {
    name: 'edit-restored',
    covers: ['showSuccess pieces:editor.restored'],
    async open(visit) {
      await holdToasts(visit.page)
      await asking(visit, SWAN)
      await visit.press('pieces:editor.ask.confirm')
      await visit.press('undo')
      await visit.see('pieces:editor.restored', { piece: SWAN.name })
    },
  },
  {
    name: 'edit-not-restored',
    covers: ['showError pieces:editor.noRoom', 'showError common:toast.error'],
    async open(visit) {
      await holdToasts(visit.page)
      await asking(visit, SWAN)
      await visit.press('pieces:editor.ask.confirm')
      await visit.see('pieces:editor.deleted', { piece: SWAN.name })
      for (const name of ['Adagio', 'Ballade', 'Courante', 'Double'])
        await changeElsewhere(visit.page, 'piece.create', aPieceNamed(name))
      await visit.link('pieces:edit', { piece: 'Double' }).waitFor()
      await visit.press('undo')
      await visit.see('pieces:editor.noRoom', { piece: SWAN.name, count: 4 })
    },
  },
  {
    name: 'edit-section-removed',
    covers: ['showSuccess pieces:editor.removed'],
    async open(visit) {
      const section = 'Andante très expressif'
      await holdToasts(visit.page)
      await atForm(visit, CLAIR)
      await visit.press('pieces:sections.delete', { section })
      await visit.see('pieces:editor.removed', { section })
    },
  },
  {
    name: 'edit-saved',
    covers: ['showSuccess pieces:editor.saved'],
    async open(visit) {
      await holdToasts(visit.page)
      await atForm(visit, SWAN)
      await visit.press('pieces:editor.save')
      await visit.see('pieces:editor.saved', { piece: SWAN.name })
    },
  },
  {
    name: 'edit-not-saved',
    covers: ['showError common:toast.error'],
    async open(visit) {
      await holdToasts(visit.page)
      await atForm(visit, SWAN)
      await visit.number('pieces:editor.endTempo').fill('61')
      await fillTheDisk(visit.page)
      await visit.press('pieces:editor.save')
      await visit.see('toast.error')
    },
  },
  {
    name: 'edit-unsaved',
    async open(visit) {
      await atForm(visit, CLAIR)
      await visit.number('pieces:editor.endTempo').fill('97')
      await visit.number('pieces:editor.endTempo').blur()
      await visit.page.reload()
      await visit.see('pieces:editor.unsaved.title')
    },
  },
  {
    name: 'edit-changed-elsewhere',
    async open(visit) {
      await atForm(visit, SWAN)
      await visit.number('pieces:editor.endTempo').fill('61')
      await changeElsewhere(visit.page, 'piece.patch', { id: pieceAt(visit), name: 'Le cygne', endTempo: 72 })
      await visit.see('pieces:editor.changed.title')
    },
  },
  {
    name: 'edit-deleted-elsewhere',
    async open(visit) {
      await atForm(visit, SWAN)
      await visit.number('pieces:editor.endTempo').fill('61')
      await changeElsewhere(visit.page, 'piece.delete', { id: pieceAt(visit) })
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
