import type { Page } from '@playwright/test'
import { openDevicePage } from './device-page.ts'
import { expect, test } from './musician.ts'

test('[ST15] what waits for the server beside the library survives a reload, in its order, until it is removed', async ({
  page,
  dacapo,
}) => {
  await openDevice(page, dacapo.origin)
  await page.evaluate(async () => {
    for (const id of ['first', 'second', 'third']) await window.device.store()?.letters.add({ id })
  })
  await openDevice(page, dacapo.origin)
  expect(await oldest(page, 2)).toEqual(['first', 'second'])
  await page.evaluate(() => window.device.store()?.letters.remove(['first']))
  expect(await oldest(page, 9)).toEqual(['second', 'third'])
  await openDevice(page, dacapo.origin, 'another-user')
  expect(await oldest(page, 9)).toEqual([])
})

test('[ST15] the oldest letters go when there are more than a hundred, and the same one is kept once', async ({
  page,
  dacapo,
}) => {
  await openDevice(page, dacapo.origin)
  const kept = await page.evaluate(async () => {
    const letters = window.device.store()?.letters
    if (letters === undefined) throw new Error('no database')
    for (let number = 1; number <= 103; number++) await letters.add({ id: String(number) })
    const twice = await letters.add({ id: '103' })
    const ids = (await letters.oldest(200)).map(({ id }) => id)
    return { twice, first: ids[0], count: await letters.count() }
  })
  expect(kept).toEqual({ twice: false, first: '4', count: 100 })
})

test('[ST16] a screen finds what it kept, nobody else does, and null forgets it', async ({
  page,
  dacapo,
}) => {
  await openDevice(page, dacapo.origin)
  const draft = { name: 'Clair de lune', sections: [{ name: 'Andante' }] }
  expect(await page.evaluate(kept => window.device.store()?.keep('draft new', kept), draft)).toBe(true)
  await openDevice(page, dacapo.origin)
  const kept = () => page.evaluate(() => window.device.store()?.kept('draft new'))
  expect(await kept()).toEqual(draft)
  await page.evaluate(() => window.device.store()?.keep('draft new', null))
  expect(await kept()).toBeNull()
  await page.evaluate(() => window.device.store()?.keep('draft new', 'mine'))
  await openDevice(page, dacapo.origin, 'another-user')
  expect(await kept()).toBeNull()
})

/** The database of a user who is signed in nowhere. */
async function openDevice(page: Page, origin: string, user = 'user-of-this-test') {
  await openDevicePage(page, origin)
  await page.evaluate(id => window.device.openStore(id), user)
}

const oldest = (page: Page, most: number) =>
  page.evaluate(
    async count => (await window.device.store()?.letters.oldest(count))?.map(({ id }) => id),
    most,
  )
