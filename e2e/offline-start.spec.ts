import { button, entry } from './controls.ts'
import { expect, test } from './musician.ts'
import { coldStart, withWorker } from './service-worker.ts'

// What asks the server without a network is told so by the browser, in the console.
test.use({ serviceWorkers: 'allow', expectedFaults: [/ERR_INTERNET_DISCONNECTED/] })

test('[OF1] without any network the overview of the signed-in musician opens', async ({
  page,
  musician,
  context,
}) => {
  await musician.signIn()
  await musician.fillLibrary()
  await page.goto('/practice')
  await expect(button(page, 'Start practicing')).toBeVisible()
  await withWorker(page)
  await page.close()

  const later = await coldStart(context, '/practice')
  await expect(later.getByRole('heading', { name: 'today' })).toBeVisible()
  await expect(entry(later, /bpm/).first()).toBeVisible()
})
