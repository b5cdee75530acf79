import type { Page } from '@playwright/test'
import { button, number, text } from '../controls.ts'
import { expect } from '../musician.ts'
import { keptRows } from '../sync/stored-rows.ts'

/** From the first step of the wizard to the third, which asks for the goal. */
export async function toGoal(page: Page, name: string) {
  await text(page, 'name of the piece').fill(name)
  await button(page, 'Next').click()
  await button(page, 'Next').click()
  await expect(number(page, 'goal bpm')).toBeVisible()
}

/** From the first step to the last, with a goal of 126. */
export async function toLastStep(page: Page, name: string) {
  await toGoal(page, name)
  await number(page, 'goal bpm').fill('126')
  await button(page, 'Next').click()
  await expect(page.getByText('Step 4 of 4')).toBeVisible()
}

/** From the first step of a whole piece until it is in the list. */
export async function fillWholePiece(page: Page, name: string) {
  await toLastStep(page, name)
  await number(page, 'current bpm').fill('80')
  await button(page, 'Save').click()
  await expect(page).toHaveURL(/\/pieces$/)
}

/** The offer on the choice screen to go on with what was begun. */
export const offer = (page: Page) => page.getByText(/^You had begun/)

/** Waits until a text is on the disk of this device, in one of the drafts. */
export async function untilKept(page: Page, words: string) {
  await expect.poll(() => keptDrafts(page)).toContain(words)
}

/** All drafts of this device as one text. */
export const keptDrafts = async (page: Page) =>
  JSON.stringify((await keptRows(page)).filter(({ key }) => key.startsWith('draft ')))
