import { statesOfRoute } from './state.ts'
import { keepToastsOpen } from './trouble.ts'
import type { Visit } from './visit.ts'

const LONG = 'Donaudampfschifffahrtspol'

/** The screen states of the wizards at /new. */
export const newPieceStates = statesOfRoute('/new', 'signed-in', [
  { name: 'new-choice', open: atChoice },
  { name: 'new-name', after: 'new-choice', open: visit => choose(visit, 'whole') },
  {
    name: 'new-name-fault',
    after: 'new-name',
    async open(visit) {
      await visit.field('pieces:name.piece').fill(`${LONG}!`)
      await visit.see('field.pieceNameTooLong')
    },
  },
  { name: 'new-urgency', after: 'new-name-fault', open: visit => answer(visit, 'whole', 0) },
  { name: 'new-goal', after: 'new-urgency', open: visit => answer(visit, 'whole', 1) },
  { name: 'new-tempo', after: 'new-goal', open: visit => answer(visit, 'whole', 2) },
  {
    name: 'new-begun',
    after: 'new-tempo',
    async open(visit) {
      await visit.page.goto('/new')
      await visit.see('pieces:new.begun.named', { piece: LONG })
    },
  },
  {
    name: 'new-sections-none',
    async open(visit) {
      await atChoice(visit)
      await choose(visit, 'split')
      for (const step of [0, 1, 2]) await answer(visit, 'split', step)
    },
  },
  { name: 'new-sections', after: 'new-sections-none', open: addSections },
  {
    name: 'new-sections-pending',
    after: 'new-sections',
    async open(visit) {
      await visit.field('pieces:sections.new').fill(LONG)
      await visit.see('pieces:sections.pending')
    },
  },
  {
    name: 'new-sections-edit',
    after: 'new-sections-pending',
    async open(visit) {
      await visit.press('pieces:sections.edit', { section: LONG })
      await visit.button('pieces:sections.save').waitFor()
    },
  },
  {
    name: 'new-saved',
    after: 'new-begun',
    async open(visit) {
      await keepToastsOpen(visit.page)
      await visit.press('pieces:new.begun.goOn')
      await visit.number('pieces:new.tempo').fill('40')
      await visit.press('pieces:new.save')
      await visit.see('pieces:new.saved', { piece: LONG })
      await visit.page.getByRole('listitem').filter({ hasText: LONG }).waitFor()
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

async function choose(visit: Visit, type: 'whole' | 'split') {
  await choice(visit, type).click()
  await visit.heading('pieces:new.nameTitle').waitFor()
}

/** Answers the question of a step and goes on to the next one. */
async function answer(visit: Visit, type: 'whole' | 'split', step: number) {
  const answers = [
    () => visit.field('pieces:name.piece').fill(LONG),
    () => visit.page.getByRole('radio', { name: '3' }).waitFor(),
    () => visit.number('pieces:new.goal').fill('208'),
  ]
  await answers[step]?.()
  await visit.press('pieces:new.next')
  const next = ['urgencyTitle', 'goalTitle', type === 'whole' ? 'tempoTitle' : 'sectionsTitle'][step]
  await visit.heading(`pieces:new.${next}`).waitFor()
}

async function addSections(visit: Visit) {
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
