import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { emailField } from './controls.ts'
import { askForLink } from './ask-for-link.ts'
import { expect, test } from './musician.ts'

const themes = ['light', 'dark'] as const

for (const colorScheme of themes) {
  test.describe(`in ${colorScheme}`, () => {
    // The page that does not exist is answered as such; the browser reports that on its console.
    test.use({ colorScheme, expectedFaults: [/status of 404 .*\/nowhere\)/] })

    test(`[JB3] every screen for guests is free of accessibility faults (${colorScheme})`, async ({
      page,
      musician,
    }) => {
      for (const path of ['/signin', '/privacy', '/terms', '/confirm?token=somebodys', '/nowhere']) {
        await page.goto(path)
        await expectAccessible(page, path)
      }
      await page.goto('/signin')
      await emailField(page).fill('cla')
      await emailField(page).blur()
      await expectAccessible(page, 'sign-in with a fault')
      await askForLink(page, musician.email)
      await expectAccessible(page, 'check your email')
    })

    test(`[JB4] every screen for signed-in musicians is free of accessibility faults (${colorScheme})`, async ({
      page,
      musician,
    }) => {
      await musician.signIn()
      await page.goto('/practice')
      await expect(page.getByText('Add your first piece')).toBeVisible()
      await expectAccessible(page, 'practice without parts')
      await page.goto('/pieces')
      await expectAccessible(page, 'pieces, empty')

      await page.goto('/new')
      await expectAccessible(page, 'new, the choice')
      await page.getByRole('button', { name: 'Whole piece' }).click()
      await expectAccessible(page, 'new, the first step')

      await musician.fillLibrary()
      for (const path of ['/pieces', '/practice', '/new', '/account']) {
        await page.goto(path)
        await expectAccessible(page, path)
      }
      await page.goto('/pieces')
      await page.getByRole('link', { name: /^Edit Clair de lune/i }).click()
      await expectAccessible(page, 'edit')
      await page.goto('/practice')
      await page.getByRole('button', { name: 'Start practicing' }).click()
      await expect(page.getByRole('slider', { name: 'tempo' })).toBeVisible()
      await expectAccessible(page, 'practice step')
      await page.getByRole('button', { name: 'Start metronome' }).click()
      await expectAccessible(page, 'practice step, running')
    })
  })
}

async function expectAccessible(page: Page, where: string) {
  await expect(page.getByRole('heading').first()).toBeVisible()
  // Colours in the middle of a transition are nobody's colours.
  await page
    .evaluate(async () =>
      Promise.all(
        document.getAnimations().map(async animation => animation.finished.catch(() => undefined)),
      ).then(() => undefined),
    )
    .catch(() => undefined)
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  expect(
    violations.map(
      violation => `${violation.id}: ${violation.nodes.map(node => node.target.join(' ')).join(', ')}`,
    ),
    where,
  ).toEqual([])
}
