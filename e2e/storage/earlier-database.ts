import type { Page } from '@playwright/test'

/** Rows of a database by table. */
export type EarlierRows = { readonly [table: string]: readonly unknown[] }

/** Creates the database of an earlier version of the app as Dexie did: version 30, which is Dexie's third. */
export const writeDexieDatabase = (page: Page, user: string, rows: EarlierRows) =>
  page.evaluate(
    ([user, rows]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(`dacapo-${user}`, 30)
        opening.addEventListener('upgradeneeded', () => {
          const make = (
            name: string,
            keyPath: string,
            indexes: Record<string, boolean>,
            autoIncrement = false,
          ) => {
            const table = opening.result.createObjectStore(name, { keyPath, autoIncrement })
            for (const [index, unique] of Object.entries(indexes))
              table.createIndex(index, index, { unique, multiEntry: false })
            for (const row of rows[name] ?? []) table.add(row)
          }
          for (const name of ['pieces', 'parts', 'practice']) make(name, 'id', { revision: false })
          for (const name of ['outbox', 'letters']) make(name, 'seq', { id: true }, true)
          make('parked', 'id', {})
          make('meta', 'key', {})
          make('applied', 'seq', { at: false })
        })
        opening.addEventListener('error', () => reject(opening.error ?? new Error('not made')))
        opening.addEventListener('success', () => {
          opening.result.close()
          resolve()
        })
      }),
    [user, rows] as const,
  )

/** Reads all rows of the database without the code under test. */
export const readAllRows = (page: Page, user: string) =>
  page.evaluate(async user => {
    const opening = indexedDB.open(`dacapo-${user}`)
    await new Promise(resolve => opening.addEventListener('success', resolve))
    const names = [...opening.result.objectStoreNames]
    const transaction = opening.result.transaction(names)
    const tables = names.map(name => [name, transaction.objectStore(name).getAll()] as const)
    await new Promise(resolve => transaction.addEventListener('complete', resolve))
    opening.result.close()
    return Object.fromEntries(tables.map(([name, { result }]) => [name, result as unknown[]]))
  }, user)
