import { expect, type Page } from '@playwright/test'

/** The names of all databases in the browser of a page. */
export const databasesIn = (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ''))

/** Every row of a store in the database of whoever is signed in on a page. */
export const rowsIn = (page: Page, store: string): Promise<unknown[]> =>
  page.evaluate(async wanted => {
    const { name = '' } = (await indexedDB.databases()).find(known => known.name?.startsWith('dacapo-')) ?? {}
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name)
      opening.addEventListener('success', () => resolve(opening.result))
      opening.addEventListener('error', () => reject(new Error('not opened')))
    })
    const reading = database.transaction(wanted).objectStore(wanted).getAll()
    await new Promise(resolve => reading.addEventListener('success', resolve))
    database.close()
    return reading.result as unknown[]
  }, store)

/** What screens and tabs keep there under a name, for their return. */
export const keptRows = async (page: Page) =>
  (await rowsIn(page, 'meta')) as { readonly key: string; readonly value: unknown }[]

/** Reloads as nobody does: at once. What the screen shows is on its way to the disk, and a few milliseconds are waited for. */
export async function reloadWhenKept(page: Page): Promise<void> {
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve))))
  // What is written before must be there before it can be read; what had to wait for that, before the second reading.
  await keptRows(page)
  await keptRows(page)
  await page.reload()
}

/** Waits until a draft that holds this text is in the local database: a page that is left earlier loses it. */
export async function untilDraftIsStored(page: Page, text: string): Promise<void> {
  await expect
    .poll(async () => JSON.stringify((await keptRows(page)).filter(({ key }) => key.startsWith('draft '))))
    .toContain(text)
}

/** How many entries of the practice history this device knows, sent or not. */
export async function entriesOn(page: Page): Promise<number> {
  // In this order: what is sent in between is found twice, and never missed.
  const waiting = (await rowsIn(page, 'outbox')) as { change: { kind: string; args: { id: string } } }[]
  const confirmed = (await rowsIn(page, 'practice')) as { id: string }[]
  const added = waiting.filter(({ change }) => change.kind === 'practice.add')
  return new Set([...confirmed.map(({ id }) => id), ...added.map(({ change }) => change.args.id)]).size
}
