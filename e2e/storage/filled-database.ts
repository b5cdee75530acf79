import type { Page } from '@playwright/test'

/** Writes rows, given by table, faster than the app records changes. Leaves the user's database closed. */
export const fillDatabase = (page: Page, user: string, rows: Readonly<Record<string, readonly unknown[]>>) =>
  page.evaluate(
    async ([user, rows]) => {
      await window.device.openStore(user)
      window.device.closeStore()
      const opening = indexedDB.open(`dacapo-${user}`)
      await new Promise(resolve => opening.addEventListener('success', resolve))
      const transaction = opening.result.transaction(Object.keys(rows), 'readwrite')
      for (const [table, all] of Object.entries(rows))
        for (const row of all) transaction.objectStore(table).put(row)
      await new Promise(resolve => transaction.addEventListener('complete', resolve))
      opening.result.close()
    },
    [user, rows] as const,
  )
