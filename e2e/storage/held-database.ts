import type { Page } from '@playwright/test'

/** Locks the database by an open transaction in another tab, as WebKit can leave one when it suspends a page. */
export async function holdDatabase(page: Page) {
  const other = await page.context().newPage()
  // Of the same origin, and without the app.
  await other.goto('/healthz')
  await other.evaluate(({ hold }) => hold(), await createHolder(other))
  return { release: () => other.close() }
}

const createHolder = (page: Page) =>
  page.evaluateHandle(async () => {
    const { name = '' } = (await indexedDB.databases()).find(known => known.name?.startsWith('dacapo-')) ?? {}
    const database = await new Promise<IDBDatabase>(resolve => {
      const opening = indexedDB.open(name)
      opening.addEventListener('success', () => resolve(opening.result))
    })
    async function hold() {
      const transaction = database.transaction([...database.objectStoreNames], 'readwrite')
      const store = transaction.objectStore('meta')
      const keepAlive = () => store.get('nothing').addEventListener('success', keepAlive)
      keepAlive()
      await new Promise(resolve => store.get('nothing').addEventListener('success', resolve))
    }
    return { hold }
  })
