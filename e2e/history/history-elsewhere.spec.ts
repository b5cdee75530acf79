import { expect, test } from '../musician.ts'
import { startAppOffline, waitForServiceWorker } from '../offline/service-worker.ts'

test.use({ serviceWorkers: 'allow', expectedFaults: [/ERR_INTERNET_DISCONNECTED|Failed to load resource/] })

test('[HS1] while the history arrives on a new device the screen says so; then it is there, also without a network', async ({
  page,
  musician,
  context,
  watchedPage,
}) => {
  await musician.signIn()
  await musician.fillLibrary([{ name: 'The Swan', importance: 1, endTempo: 60, parts: [[null, 60]] }])
  await musician.fillHistory([{ daysAgo: 1, piece: 'The Swan', tempo: 58 }])
  const arrival = Promise.withResolvers<void>()
  await page.route('**/api/v1/sync', async route => {
    const body = route.request().postDataJSON() as { since: number; entriesSince: number }
    if (body.since === 0) {
      // Pretends that more entries of a long history are still to come.
      const answer = await (await route.fetch()).json()
      return route.fulfill({ json: { ...answer, entriesRevision: 1, moreEntries: true } })
    }
    if (body.entriesSince > 1) return route.continue()
    await arrival.promise
    return route.continue().catch(() => {})
  })
  await page.goto('/history')
  await expect(page.getByText('still arriving on this device')).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveAttribute('value', /^0\.\d/)
  await expect(page.getByText('Nothing saved yet')).toHaveCount(0)
  arrival.resolve()
  await expect(page.getByRole('link', { name: 'The Swan' })).toBeVisible()
  await expect(page.getByText('still arriving on this device')).toHaveCount(0)

  await page.unrouteAll()
  await waitForServiceWorker(page)
  await page.close()
  const later = await startAppOffline(context, '/history', watchedPage)
  await expect(later.getByRole('link', { name: 'The Swan' })).toBeVisible()
  await expect(later.getByRole('img', { name: /practice in each week/ })).toBeVisible()
})
