import type { Page } from '@playwright/test'
import { logOut } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { openProviderPopup, completeProviderPopup } from '../sign-in/social-popup.ts'

test.describe('the picture of the provider', () => {
  // The server is out of reach for a while.
  test.use({ expectedFaults: [/Failed to load resource: net::ERR_FAILED/] })

  test('[AV7][AC1] is on the device before the account was ever opened and gone with the sign-out, and another one after the next sign-in', async ({
    page,
    musician,
  }) => {
    const asked = requestsOutside(page)
    await signInAtGoogle(page, musician.email, 'blue')
    await expect.poll(async () => (await session(page)).user.image).not.toBeNull()
    await page.reload()
    await expect.poll(() => keptAvatars(page)).toBe(1)
    await page.route('**/api/**', route => route.abort())
    await page.goto('/account')
    await expect.poll(() => colorOf(page)).toBe('34 77 160')
    await page.unroute('**/api/**')
    await logOut(page)
    await expect(page).toHaveURL(/\/signin$/)
    expect(await keptAvatars(page)).toBe(0)

    await signInAtGoogle(page, musician.email, 'red')
    await page.getByRole('link', { name: 'Account' }).click()
    // The new one comes a moment after the sign-in; whoever is there sooner sees it at the next visit.
    await expect(async () => {
      await page.reload()
      await expect(avatar(page)).toBeVisible()
      expect(await colorOf(page)).toBe('176 40 60')
    }).toPass()
    expect(asked()).toEqual([])
  })
})

test.describe('who it is', () => {
  test.use({ expectedFaults: [/status of 404 .*nobody\.jpg/] })

  test('[AC1][AV7] the name stands above the e-mail and the picture beside them, a missing picture and one that is none give way to the sign, and the longest names fit 320 px', async ({
    page,
    musician,
  }) => {
    const expectFit = async () => {
      const beside = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(beside).toBe(0)
    }
    await page.setViewportSize({ width: 320, height: 568 })
    await musician.signIn()
    await page.goto('/account')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(musician.email)
    await expectFit()

    await test.step('the name stands above the e-mail, and the picture beside them', async () => {
      const name = 'Donaudampfschifffahrtsgesellschaftskapellmeisterin'
      await musician.become({ name, image: '/icons/icon-any-512.svg' })
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
      // It stands among the sign-ins, too, but there within a sentence.
      const email = new RegExp(`^${musician.email.replaceAll('.', String.raw`\.`)}$`)
      await expect(page.getByRole('paragraph').filter({ hasText: email })).toBeVisible()
      await expect(avatar(page)).toHaveJSProperty('naturalWidth', 512)
      await expectFit()
    })

    await test.step('a picture that is not there gives way to the sign', async () => {
      const name = 'A B '.repeat(40)
      await musician.become({ name, image: '/icons/nobody.jpg' })
      const missing = page.waitForResponse('**/nobody.jpg')
      await page.reload()
      expect((await missing).status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name.trim())
      await expect(avatar(page)).toHaveCount(0)
      await expectFit()
    })

    await test.step('so does one of our own server that is none', async () => {
      const broken = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
      await page.route('**/api/v1/account/avatar?*', route =>
        route.fulfill({ contentType: 'image/png', body: broken }),
      )
      await musician.become({ image: '/api/v1/account/avatar?v=broken' })
      await page.reload()
      await expect.poll(() => keptAvatars(page)).toBe(1)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(avatar(page)).toHaveCount(0)
    })
  })
})

async function signInAtGoogle(page: Page, email: string, picture: 'blue' | 'red') {
  await page.goto('/signin')
  await completeProviderPopup(await openProviderPopup(page, 'Sign in with Google'), { email, picture })
  await expect(page).toHaveURL(/\/practice$/)
}

const avatar = (page: Page) => page.locator('main img')

const session = async (page: Page): Promise<{ user: { image: string | null } }> =>
  (await page.request.get('/api/v1/session')).json()

/** Red, green and blue of the picture's middle; null while there is none. */
const colorOf = (page: Page) =>
  page.evaluate(async () => {
    const image = document.querySelector<HTMLImageElement>('main img')
    if (image === null) return null
    await image.decode()
    const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d')
    context?.drawImage(image, 0, 0, 1, 1)
    return context?.getImageData(0, 0, 1, 1).data.slice(0, 3).join(' ')
  })

/** What this page has asked of anybody but our own server. */
function requestsOutside(page: Page): () => string[] {
  const asked: string[] = []
  page.on('request', request => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && page.url() !== 'about:blank' && origin !== new URL(page.url()).origin)
      asked.push(request.url())
  })
  return () => asked
}

/** In how many databases of this browser a picture lies. */
const keptAvatars = (page: Page) =>
  page.evaluate(async () => {
    let kept = 0
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name ?? '')
        opening.addEventListener('success', () => resolve(opening.result))
        opening.addEventListener('error', () => reject(new Error('not opened')))
      })
      if (database.objectStoreNames.contains('meta')) {
        const found = database.transaction('meta').objectStore('meta').get('avatar')
        await new Promise(resolve => found.addEventListener('success', resolve))
        if (found.result !== undefined) kept += 1
      }
      database.close()
    }
    return kept
  })
