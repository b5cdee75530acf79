import { expect, type Page } from '@playwright/test'

export const listDatabases = (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ''))

/** Returns no rows if the page has not created the database yet. */
export const readStoreRows = (page: Page, store: string): Promise<unknown[]> =>
  page.evaluate(async wanted => {
    const known = await indexedDB.databases()
    const name = known.find(each => each.name?.startsWith('dacapo-'))?.name
    if (name === undefined) return []
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

export const readSyncPosition = async (page: Page) =>
  ((await readStoreRows(page, 'meta')) as { readonly key: string; readonly value: unknown }[]).find(
    ({ key }) => key === 'position',
  )?.value

export const readPersistedValues = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() =>
    Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith('dacapo.kept.'))),
  )

export const readPersistedDrafts = async (page: Page): Promise<string> =>
  JSON.stringify(
    Object.entries(await readPersistedValues(page))
      .filter(([key]) => key.includes('.draft '))
      .map(([, draft]): unknown => JSON.parse(draft)),
  )

export async function waitForPersistedDraft(page: Page, text: string): Promise<void> {
  await expect.poll(() => readPersistedDrafts(page)).toContain(text)
}

export async function countPracticeEntries(page: Page): Promise<number> {
  // In this order, an entry that is sent in between is found twice, and never missed.
  const waiting = (await readStoreRows(page, 'outbox')) as {
    change: { kind: string; args: { id: string } }
  }[]
  const confirmed = (await readStoreRows(page, 'practice')) as { id: string }[]
  const added = waiting.filter(({ change }) => change.kind === 'practice.add')
  return new Set([...confirmed.map(({ id }) => id), ...added.map(({ change }) => change.args.id)]).size
}
