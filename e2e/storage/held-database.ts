import type { Page } from '@playwright/test'

/** The database of whoever is signed in, which another page keeps to itself. */
export type HeldDatabase = { release(): Promise<void> }

/**
 * Begins a transaction over the whole database that does not end before it is released, in a tab of its own: as a page
 * does that the browser has put away in the middle of one.
 */
export async function holdDatabase(page: Page): Promise<HeldDatabase> {
  const other = await page.context().newPage()
  // Of the same origin, and without the app.
  await other.goto('/healthz')
  await other.evaluate(async () => {
    const { name = '' } = (await indexedDB.databases()).find(known => known.name?.startsWith('dacapo-')) ?? {}
    const database = await new Promise<IDBDatabase>(resolve => {
      const opening = indexedDB.open(name)
      opening.addEventListener('success', () => resolve(opening.result))
    })
    const transaction = database.transaction([...database.objectStoreNames], 'readwrite')
    const store = transaction.objectStore('meta')
    const goOn = () => store.get('nothing').addEventListener('success', goOn)
    goOn()
    await new Promise(resolve => store.get('nothing').addEventListener('success', resolve))
  })
  return { release: () => other.close() }
}
