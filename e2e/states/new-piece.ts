import { statesOf } from './state.ts'
import { fillTheDisk, holdToasts } from './trouble.ts'
import type { Visit } from './visit.ts'

const LONG = 'Donaudampfschifffahrtspol'

/** The wizards at /new. */
export const newPiece = statesOf('/new', 'signed-in', [
  { name: 'new-choice', open: atChoice },
  {
    name: 'new-begun',
    async open(visit) {
      await atStep(visit, 'whole', 2)
      await visit.page.goto('/new')
      await visit.see('pieces:new.begun.named', { piece: LONG })
    },
  },
  { name: 'new-name', open: visit => atStep(visit, 'whole', 0) },
  {
    name: 'new-name-fault',
    async open(visit) {
      await atStep(visit, 'whole', 0)
      await visit.field('pieces:name.piece').fill(`${LONG}!`)
      await visit.see('field.pieceNameTooLong')
    },
  },
  { name: 'new-urgency', open: visit => atStep(visit, 'whole', 1) },
  { name: 'new-goal', open: visit => atStep(visit, 'whole', 2) },
  {
    name: 'new-goal-fault',
    async open(visit) {
      await atStep(visit, 'whole', 2)
      await visit.number('pieces:new.goal').fill('209')
      await visit.see('field.bpmTooFast')
    },
  },
  { name: 'new-tempo', open: visit => atStep(visit, 'whole', 3) },
  { name: 'new-sections-name', open: visit => atStep(visit, 'split', 0) },
  { name: 'new-sections-urgency', open: visit => atStep(visit, 'split', 1) },
  { name: 'new-sections-goal', open: visit => atStep(visit, 'split', 2) },
  { name: 'new-sections-none', open: visit => atStep(visit, 'split', 3) },
  { name: 'new-sections', open: withSections },
  {
    name: 'new-sections-pending',
    async open(visit) {
      await withSections(visit)
      await visit.field('pieces:sections.new').fill(LONG)
      await visit.see('pieces:sections.pending')
    },
  },
  {
    name: 'new-sections-edit',
    async open(visit) {
      await withSections(visit)
      await visit.press('pieces:sections.edit', { section: LONG })
      await visit.button('pieces:sections.save').waitFor()
    },
  },
  {
    name: 'new-sections-limit',
    covers: ['kit/upgrade-dialog.tsx'],
    async open(visit) {
      await withSections(visit)
      await addSection(visit, 'Coda')
      await visit.dialog.waitFor()
    },
  },
  {
    name: 'new-limit',
    covers: ['kit/upgrade-dialog.tsx'],
    async open(visit) {
      await visit.musician.signIn()
      await visit.musician.fillLibrary()
      await visit.page.goto('/new')
      await visit.dialog.waitFor()
    },
  },
  {
    name: 'new-saved',
    covers: ['showSuccess pieces:new.saved'],
    async open(visit) {
      await holdToasts(visit.page)
      await savingWhole(visit)
      await visit.see('pieces:new.saved', { piece: LONG })
      await visit.page.getByRole('listitem').filter({ hasText: LONG }).waitFor()
    },
  },
  {
    name: 'new-not-saved',
    covers: ['showError common:toast.error'],
    async open(visit) {
      await holdToasts(visit.page)
      await savingWhole(visit, () => fillTheDisk(visit.page))
      await visit.see('toast.error')
    },
  },
])

async function atChoice(visit: Visit) {
  await visit.musician.signIn()
  await visit.page.goto('/new')
  await visit.heading('pieces:new.title').waitFor()
  await choice(visit, 'whole').waitFor()
}

/** The names of the two choices go on with what they mean. */
const choice = ({ page, t }: Visit, type: 'whole' | 'split') =>
  page.getByRole('button', { name: t(`pieces:new.${type}`) })

async function atStep(visit: Visit, type: 'whole' | 'split', step: number) {
  await atChoice(visit)
  await choice(visit, type).click()
  const answers = [
    () => visit.field('pieces:name.piece').fill(LONG),
    () => visit.page.getByRole('radio', { name: '3' }).waitFor(),
    () => visit.number('pieces:new.goal').fill('208'),
  ]
  for (const answer of answers.slice(0, step)) {
    await answer()
    await visit.press('pieces:new.next')
  }
  const questions = [
    'nameTitle',
    'urgencyTitle',
    'goalTitle',
    type === 'whole' ? 'tempoTitle' : 'sectionsTitle',
  ]
  await visit.heading(`pieces:new.${questions[step]}`).waitFor()
}

async function savingWhole(visit: Visit, before?: () => Promise<void>) {
  await atStep(visit, 'whole', 3)
  await visit.number('pieces:new.tempo').fill('40')
  await before?.()
  await visit.press('pieces:new.save')
}

async function withSections(visit: Visit) {
  await atStep(visit, 'split', 3)
  for (const name of ['Andante', LONG, 'En animant']) {
    await addSection(visit, name)
    await visit.button('pieces:sections.edit', { section: name }).waitFor()
  }
}

async function addSection(visit: Visit, name: string) {
  await visit.field('pieces:sections.new').fill(name)
  await visit.number('pieces:new.tempo').fill('208')
  await visit.press('pieces:sections.add')
}
