import type { Page } from '@playwright/test'

export type HeldDatabase = { release(): Promise<void> }

/** Starts a transaction over the whole database in another tab, as a page does that the browser suspends in one. */
export async function holdDatabase(page: Page): Promise<HeldDatabase> {
  const other = await page.context().newPage()
  // Of the same origin, and without the app.
  await other.goto('/healthz')
  await other.evaluate(({ hold }) => hold(), await holderIn(other))
  return { release: () => other.close() }
}

/** Opens the database of the signed-in user in the page. `hold` settles when the transaction has begun. */
const holderIn = (page: Page) =>
  page.evaluateHandle(async () => {
    const { name = '' } = (await indexedDB.databases()).find(known => known.name?.startsWith('dacapo-')) ?? {}
    const database = await new Promise<IDBDatabase>(resolve => {
      const opening = indexedDB.open(name)
      opening.addEventListener('success', () => resolve(opening.result))
    })
    async function hold() {
      const transaction = database.transaction([...database.objectStoreNames], 'readwrite')
      const store = transaction.objectStore('meta')
      const goOn = () => store.get('nothing').addEventListener('success', goOn)
      goOn()
      await new Promise(resolve => store.get('nothing').addEventListener('success', resolve))
    }
    return { hold }
  })
