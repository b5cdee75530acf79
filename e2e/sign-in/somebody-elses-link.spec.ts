import { signInThroughScreens } from './ask-for-link.ts'
import { button, emailField, listEntry, logOut } from '../controls.ts'
import { expect, newestMailTo, requestSignInMailAt, signInLinkIn, test } from '../musician.ts'
import { openPiecesListWithFourPieces, setGoalOfSwan } from '../pieces/my-pieces.ts'
import { SYNC_URL } from '../states/trouble.ts'

test.use({ expectedFaults: [/Failed to load resource/] })

test('[ID39][SI7] a pupil’s link at the teacher’s computer asks whose turn it is; either way nothing of the teacher is lost', async ({
  page,
  musician,
  request,
  dacapo,
}) => {
  const pupil = `robert-${Date.now()}@example.org`
  const masked = (email: string) => `${email[0]}…@example.org`
  await openPiecesListWithFourPieces(page, musician)
  await page.route(SYNC_URL, route => route.abort())
  await setGoalOfSwan(page, '72')
  await requestSignInMailAt(request, dacapo.origin, pupil)
  const link = signInLinkIn(await newestMailTo(request, dacapo.origin, pupil))

  await test.step('who stays is at their own pieces, and the link is still good', async () => {
    await page.goto(link)
    await expect(
      page.getByText(`This link is for ${masked(pupil)}. You are signed in as ${masked(musician.email)}.`),
    ).toBeVisible()
    expect(page.url()).not.toContain('token')
    await button(page, 'Stay signed in').click()
    await expect(page).toHaveURL(/\/practice$/)
    await page.getByRole('link', { name: 'Pieces', exact: true }).click()
    await expect(listEntry(page, 'The Swan')).toContainText('goal 72 bpm')
  })

  await test.step('the pupil types the address, also after a wrong one, and has an account of their own', async () => {
    await page.goto(link)
    // Nothing is synced while the question is open.
    await page.unroute(SYNC_URL)
    await button(page, `Log out and sign in as ${masked(pupil)}`).click()
    await emailField(page).fill(`x${pupil}`)
    await button(page, 'Confirm').click()
    await expect(page.getByText('This link does not work')).toBeVisible()
    await emailField(page).fill(pupil)
    await button(page, 'Confirm').click()
    await expect(page).toHaveURL(/\/practice$/)
    await page.getByRole('link', { name: 'Pieces', exact: true }).click()
    await expect(page.getByText('no pieces')).toBeVisible()
  })

  await test.step('a used link says as whom one is signed in', async () => {
    await page.goto(link)
    await expect(page.getByText(`You are signed in as ${masked(pupil)}.`)).toBeVisible()
    await expect(page).toHaveURL(/\/practice$/)
  })

  await test.step('the teacher finds what was not synced', async () => {
    await page.getByRole('link', { name: 'Account' }).click()
    await logOut(page)
    // The app navigates there by itself, and would interrupt a navigation of the test.
    await expect(page).toHaveURL(/\/signin$/)
    await signInThroughScreens(page, musician.email)
    await page.getByRole('link', { name: 'Pieces', exact: true }).click()
    await expect(listEntry(page, 'The Swan')).toContainText('goal 72 bpm')
  })
})
