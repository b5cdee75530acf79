import { SWAN_PIECE, type PieceToFill } from '../pieces/filled-library.ts'
import { LONGEST_PIECE } from './libraries.ts'
import { changeOnOtherDevice, keepToastsOpen } from './trouble.ts'
import type { Journey, Visit } from './visit.ts'

const LONG = LONGEST_PIECE.name
const SECTION = LONGEST_PIECE.parts[0]?.[0] ?? ''

export const newPiece: Journey = {
  routes: ['/new'],
  states: {
    async 'new-choice'({ page, musician, heading, t }) {
      await musician.signIn()
      await page.goto('/new')
      await heading('pieces:new.title').waitFor()
      await page.getByRole('button', { name: t('pieces:new.split') }).waitFor()
    },
    async 'new-name-fault'({ page, field, see, t }) {
      // The accessible name also contains an explanation.
      await page.getByRole('button', { name: t('pieces:new.split') }).click()
      await field('pieces:name.piece').fill(`${LONG}!`)
      await see('field.pieceNameTooLong')
    },
    async 'new-urgency'({ field, press, heading }) {
      await field('pieces:name.piece').fill(LONG)
      await press('pieces:new.next')
      await heading('pieces:new.urgencyTitle').waitFor()
    },
    async 'new-goal'({ press, heading }) {
      await press('pieces:new.next')
      await heading('pieces:new.goalTitle').waitFor()
    },
    async 'new-sections'({ number, press, heading, field, button, see }) {
      await number('pieces:new.goal').fill('208')
      await press('pieces:new.next')
      await heading('pieces:new.sectionsTitle').waitFor()
      for (const section of ['Andante', LONG]) {
        await field('pieces:sections.new').fill(section)
        await number('pieces:new.tempo').fill('208')
        await press('pieces:sections.add')
        await button('pieces:sections.edit', { section }).waitFor()
      }
      await field('pieces:sections.new').fill(LONG)
      await see('pieces:sections.pending')
    },
    async 'new-sections-edit'({ press, button }) {
      await press('pieces:sections.edit', { section: LONG })
      await button('pieces:sections.save').waitFor()
    },
    async 'new-begun'({ page, see }) {
      await page.goto('/new')
      await see('pieces:new.begun.named', { piece: LONG })
    },
  },
}

const SWAN_WITH_CLICK: PieceToFill = { ...SWAN_PIECE, click: { beats: 3, rest: 2 }, performedIn: 19 }

export const editPiece: Journey = {
  routes: ['/pieces/:id/edit'],
  dialogs: [
    'screens/edit-piece/delete-piece-dialog.tsx',
    'screens/edit-piece/piece-click-settings-dialog.tsx',
  ],
  states: {
    async 'edit-sections'(visit) {
      await visit.musician.signIn()
      await visit.musician.fillLibrary([LONGEST_PIECE, SWAN_WITH_CLICK])
      await visit.page.goto('/pieces')
      await openForm(visit, LONGEST_PIECE)
    },
    async 'edit-sections-move'({ press, button }) {
      await press('pieces:sections.move', { section: SECTION })
      await button('pieces:sections.moveDown', { section: SECTION }).waitFor()
    },
    async 'edit-section-edit'({ press, heading }) {
      await press('pieces:sections.move', { section: SECTION })
      await press('pieces:sections.edit', { section: SECTION })
      await heading('pieces:editor.editTitle', { section: SECTION }).waitFor()
    },
    async 'edit-section-removed'({ page, press, see }) {
      await keepToastsOpen(page)
      await press('pieces:new.back')
      await press('pieces:sections.delete', { section: SECTION })
      await see('pieces:editor.removed', { section: SECTION })
    },
    async 'edit-unsaved'({ page, press, button, number, see }) {
      await press('undo')
      await button('pieces:sections.delete', { section: SECTION }).waitFor()
      await number('pieces:editor.endTempoName').fill('97')
      await number('pieces:editor.endTempoName').blur()
      await page.reload()
      await see('pieces:editor.unsaved.title')
    },
    async 'edit-delete'(visit) {
      await openOtherForm(visit, LONGEST_PIECE)
      await openDeleteDialog(visit, LONGEST_PIECE)
    },
    async 'edit-fault'(visit) {
      await visit.closeDialog()
      await openOtherForm(visit, SWAN_PIECE)
      await visit.button('pieces:editor.performance.remove').waitFor()
      await visit.field('pieces:editor.name').fill('')
      await visit.number('pieces:editor.currentTempo').fill('39')
      await visit.number('pieces:editor.endTempoName').fill('209')
      await visit.number('pieces:editor.endTempoName').blur()
      for (const fault of ['required', 'bpmTooSlow', 'bpmTooFast']) await visit.see(`field.${fault}`)
    },
    async 'edit-split'(visit) {
      await openOtherForm(visit, SWAN_PIECE)
      await visit.press('pieces:editor.split.open')
      await visit.see('pieces:editor.split.hint')
    },
    async 'edit-click'({ press, dialog, t }) {
      await press('pieces:new.back')
      await press('pieces:editor.click')
      await dialog.getByRole('group', { name: t('practice:click.soundingBars') }).waitFor()
    },
    async 'edit-changed-elsewhere'(visit) {
      await visit.closeDialog()
      await visit.number('pieces:editor.endTempoName').fill('61')
      await changeOpenPieceElsewhere(visit, 'piece.patch', { name: 'Le cygne', endTempo: 72 })
      await visit.see('pieces:editor.changed.title')
    },
    async 'edit-deleted-elsewhere'(visit) {
      await changeOpenPieceElsewhere(visit, 'piece.delete')
      await visit.see('pieces:editor.gone.title')
    },
    async 'edit-deleted'(visit) {
      await visit.page.goto('/pieces')
      await openForm(visit, LONGEST_PIECE)
      await openDeleteDialog(visit, LONGEST_PIECE)
      await visit.press('pieces:editor.ask.confirm')
      await visit.see('pieces:editor.deleted', { piece: LONG })
    },
    async 'pieces-deleted'({ page, t }) {
      await page.locator('summary').click()
      // The accessible name also contains the piece.
      await page
        .getByRole('button', { name: t('pieces:deleted.restore') })
        .first()
        .waitFor()
    },
  },
}

async function openForm({ link, field }: Visit, piece: PieceToFill) {
  await link('pieces:edit', { piece: piece.name }).click()
  await field('pieces:editor.name').waitFor()
}

async function openOtherForm(visit: Visit, piece: PieceToFill) {
  await visit.press('pieces:editor.cancel')
  await openForm(visit, piece)
}

async function openDeleteDialog({ press, heading }: Visit, piece: PieceToFill) {
  await press('pieces:editor.delete')
  await heading('pieces:editor.ask.title', { piece: piece.name }).waitFor()
}

const changeOpenPieceElsewhere = ({ page }: Visit, kind: string, change: object = {}) =>
  changeOnOtherDevice(page, kind, { id: new URL(page.url()).pathname.split('/')[2], ...change })
