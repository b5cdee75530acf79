import type { Page } from '@playwright/test'
import { addUnsplitPieceOnScreen } from '../pieces/add-whole-piece.ts'
import { requestLinkThroughScreen } from '../sign-in/ask-for-link.ts'
import { button } from '../controls.ts'
import { watchCountedEvents } from './counted-events.ts'
import { expect, signInLinkIn, test, signedInUserId } from '../musician.ts'

const CLAIR = { name: 'Clair de lune', urgency: /^5/, goal: 96, current: 72 }
const HOUR = 3_600_000

const open = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()

test.describe('what is counted', () => {
  test.use({ expectedFaults: [/404 .*secret/] })

  test('[AN1][AN3][AN4][AN9][AN5] everything a newcomer does, once each, with what belongs to it @main', async ({
    page,
    musician,
    dacapo,
  }) => {
    const events = await watchCountedEvents(page.request, dacapo.origin)
    // An hour behind, so that the server takes the times that are still to come.
    await page.clock.install({ time: Date.now() - HOUR })
    await requestLinkThroughScreen(page, musician.email)
    await page.goto(signInLinkIn(await musician.newestMail()))
    await expect(page).toHaveURL(/\/practice$/)
    await button(page, 'Add your first piece').click()
    await addUnsplitPieceOnScreen(page, CLAIR)
    await open(page, 'Practice')
    await button(page, 'Start practicing').click()
    await expect(page.getByRole('button', { name: /^Next/ })).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: /^Next/ }).click()
    await expect(page.getByRole('heading', { name: /Congratulations/ })).toBeVisible()
    await page.reload()
    await button(page, 'Done. Tomorrow, da capo.').click()
    await expect(page.getByRole('heading', { name: 'today', exact: true })).toBeVisible()
    await open(page, 'Pieces')
    await page.getByRole('link', { name: 'Edit Clair de lune' }).click()
    await expect(page.getByRole('heading', { name: 'edit Clair de lune' })).toBeVisible()
    const id = await signedInUserId(page, dacapo.origin)
    await logOut(page)
    const first = [
      'add_piece',
      'finish_practice',
      'page_view /account',
      'page_view /new',
      'page_view /pieces',
      'page_view /pieces',
      'page_view /pieces/:id/edit',
      'page_view /practice',
      'page_view /practice',
      'page_view /practice',
      'page_view /practice',
      'page_view /practice',
      'sign_up Email',
      'start_practice',
    ]
    // Nothing was left behind in the database that is gone now.
    expect(await events.of(id)).toEqual(first)

    // The screen is what is counted, not the address, which is there before it.
    const isSignIn = (event: string) => event === 'page_view /signin'
    await expect.poll(async () => (await events.of(null)).filter(isSignIn).length).toBe(2)
    await requestLinkThroughScreen(page, musician.email)
    await page.goto(signInLinkIn(await musician.newestMail()))
    await expect(page.getByRole('heading', { name: 'today', exact: true })).toBeVisible()
    await page.clock.fastForward('31:00')
    await open(page, 'Pieces')
    const second = ['login Email', 'page_view /pieces', 'page_view /practice', 'session_start']
    await expect.poll(() => events.of(id)).toEqual([...first, ...second].sort())
    await expect
      .poll(() => events.of(null))
      .toEqual([
        'page_view /confirm',
        'page_view /confirm',
        'page_view /signin',
        'page_view /signin',
        'page_view /signin',
        'session_start',
        // The address was typed anew, and nothing is kept of a guest that would tell.
        'session_start',
      ])
  })

  test('[AN4] where one is sent on is no view, an unknown address is one without its name, and so is no query', async ({
    page,
    dacapo,
  }) => {
    const events = await watchCountedEvents(page.request, dacapo.origin)
    const known = ['session_start']
    const counted = (path: string) =>
      expect.poll(() => events.of(null)).toEqual([`page_view ${path}`, ...known].sort())
    await page.goto('/practice')
    await counted('/signin')
    known.push('page_view /signin')
    // From a page of ours, as by a link: the visit goes on.
    const referer = `${dacapo.origin}/signin`
    for (const [address, path] of [
      ['/confirm', '/'],
      ['/terms?lng=en#top', '/terms'],
      ['/clara/secret', '/*'],
    ] as const) {
      await page.goto(address, { referer })
      await counted(path)
      known.push(`page_view ${path}`)
    }
  })
})

async function logOut(page: Page) {
  await open(page, 'Account')
  await button(page, 'Log out').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out', exact: true }).click()
  await expect(page).toHaveURL(/\/signin$/)
}
