import { blockCrossTabMessages } from './cross-tab-messages.ts'
import { button, emailField, successToast, logOut } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { returnOnline } from '../states/trouble.ts'
import { openPiecesListWithFourPieces } from '../pieces/my-pieces.ts'
import { listDatabases } from '../sync/stored-rows.ts'

test.use({ expectedFaults: [/Failed to load resource/] })

test.describe('signing out without the server', () => {
  test('[SI6] wipes the device in every tab and sends nothing but the sign-out, until it is heard @main', async ({
    page,
    musician,
    playwright,
    dacapo,
  }) => {
    await openPiecesListWithFourPieces(page, musician)
    const { cookies } = await page.context().storageState()
    const other = await page.context().newPage()
    await other.goto('/pieces')
    await expect(other.getByText('Clair de lune')).toBeVisible()

    await page.context().route('**/api/**', route => route.abort())
    await page.getByRole('link', { name: 'Account' }).click()
    await logOut(page)
    await expect(successToast(page, 'logged out')).toBeVisible()
    for (const tab of [page, other]) await expect(tab).toHaveURL(/\/signin$/)
    await expect.poll(() => listDatabases(page)).toEqual([])

    const sent: string[] = []
    page.context().on('request', request => sent.push(new URL(request.url()).pathname))
    await other.goto('/pieces')
    await expect(other).toHaveURL(/\/signin$/)
    await page.reload()
    await expect(emailField(page)).toBeVisible()
    await emailField(page).fill('robert@example.org')
    await button(page, 'Send me a sign-in link').click()
    await expect(page.getByRole('alert').first()).toBeVisible()
    const apiPaths = sent.filter(path => path.startsWith('/api/'))
    expect(apiPaths.length).toBeGreaterThan(2)
    expect(apiPaths.filter(path => path !== '/api/v1/sign-out')).toEqual([])
    expect(await sessionOf(cookies)).toMatchObject({ email: musician.email })

    await page.context().unroute('**/api/**')
    await page.reload()
    await expect.poll(() => sessionOf(cookies)).toBeNull()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('dacapo.signing-out'))).toBeNull()

    async function sessionOf(saved: typeof cookies): Promise<unknown> {
      const client = await playwright.request.newContext({ storageState: { cookies: saved, origins: [] } })
      const answer = await client.get(`${dacapo.origin}/api/v1/session`)
      const session = answer.ok() ? ((await answer.json()) as { user: unknown }).user : null
      await client.dispose()
      return session
    }
  })

  test('[SI6][SI13][ST21] a tab that sleeps through it sends nothing of its user afterwards, and puts nothing back', async ({
    page,
    musician,
  }) => {
    await blockCrossTabMessages(page)
    // If the live stream is cut off while it connects, it retries for a while.
    const connected = page.waitForResponse('**/api/v1/live')
    await openPiecesListWithFourPieces(page, musician)
    await connected
    await page.context().route('**/api/**', route => route.abort())
    const other = await page.context().newPage()
    await other.goto('/account')
    await logOut(other)
    await expect(emailField(other)).toBeVisible()

    const sent: string[] = []
    page.on('request', request => sent.push(new URL(request.url()).pathname))
    await page.bringToFront()
    await returnOnline(page)
    await expect.poll(() => sent).toContain('/api/v1/sign-out')
    expect(sent.filter(path => path.startsWith('/api/') && path !== '/api/v1/sign-out')).toEqual([])
    await expect(emailField(page)).toBeVisible()
    expect(await listDatabases(page)).toEqual([])
  })
})
