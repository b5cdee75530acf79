import type { Page } from '@playwright/test'
import { openDevicePage } from './device-page.ts'
import { expect, test } from '../musician.ts'

test('[ST15][ST16] what waits beside the library survives a reload in its order, a hundred at most; what a screen kept is found by nobody else', async ({
  page,
  dacapo,
}) => {
  await test.step('what waits for the server beside the library survives a reload, in its order, until it is removed', async () => {
    await openDevice(page, dacapo.origin)
    await page.evaluate(async () => {
      for (const id of ['first', 'second', 'third']) await window.device.store()?.feedbackQueue.add({ id })
    })
    await openDevice(page, dacapo.origin)
    expect(await oldest(page, 2)).toEqual(['first', 'second'])
    await page.evaluate(() => window.device.store()?.feedbackQueue.remove(['first']))
    expect(await oldest(page, 9)).toEqual(['second', 'third'])
    await openDevice(page, dacapo.origin, 'another-user')
    expect(await oldest(page, 9)).toEqual([])
  })

  await test.step('the oldest letters go when there are more than a hundred, and the same one is kept once', async () => {
    await openDevice(page, dacapo.origin, 'writes-much')
    const kept = await page.evaluate(async () => {
      const letters = window.device.store()?.feedbackQueue
      if (letters === undefined) throw new Error('no database')
      for (let number = 1; number <= 103; number++) await letters.add({ id: String(number) })
      const twice = await letters.add({ id: '103' })
      const ids = (await letters.oldest(200)).map(({ id }) => id)
      return { twice, first: ids[0], count: await letters.count() }
    })
    expect(kept).toEqual({ twice: false, first: '4', count: 100 })
  })

  await test.step('a screen finds what it kept, nobody else does, and null forgets it', async () => {
    await openDevice(page, dacapo.origin)
    const draft = { name: 'Clair de lune', sections: [{ name: 'Andante' }] }
    expect(await page.evaluate(kept => window.device.store()?.persist('draft new', kept), draft)).toBe(true)
    await openDevice(page, dacapo.origin)
    const kept = () => page.evaluate(() => window.device.store()?.readPersisted('draft new'))
    expect(await kept()).toEqual(draft)
    await page.evaluate(() => window.device.store()?.persist('draft new', null))
    expect(await kept()).toBeNull()
    await page.evaluate(() => window.device.store()?.persist('draft new', 'mine'))
    await openDevice(page, dacapo.origin, 'another-user')
    expect(await kept()).toBeNull()
  })
})

/** The database of a user who is signed in nowhere. */
async function openDevice(page: Page, origin: string, user = 'user-of-this-test') {
  await openDevicePage(page, origin)
  await page.evaluate(id => window.device.openStore(id), user)
}

const oldest = (page: Page, most: number) =>
  page.evaluate(
    async count => (await window.device.store()?.feedbackQueue.oldest(count))?.map(({ id }) => id),
    most,
  )
