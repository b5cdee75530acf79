import type { Table } from 'dexie'
import type { QueuedRow } from './local-database.ts'

/**
 * Things for the server that are no part of the library: each is kept until the server has said that it has it, and
 * carries an id, so that one sent twice counts once. Nothing here rejects.
 */
export type Queue = {
  /** True when it is on disk. */
  add(item: { readonly id: string }): Promise<boolean>
  /** The oldest ones, at most `most`; none where nothing can be read. What form they have, whoever reads them judges. */
  oldest(most: number): Promise<readonly { readonly id: string; readonly item: unknown }[]>
  /** How many wait. */
  count(): Promise<number>
  remove(ids: readonly string[]): Promise<void>
}

/** A queue over a table of the user's database; the oldest rows go when there are more than `room` (rule ST15). */
export function queueIn(table: () => Table<QueuedRow, number, Omit<QueuedRow, 'seq'>>, room: number): Queue {
  return {
    async add(item) {
      try {
        await table().add({ id: item.id, item })
        const excess = (await table().count()) - room
        if (excess > 0) await table().orderBy('seq').limit(excess).delete()
        return true
      } catch {
        return false
      }
    },
    oldest: most => or([], table().orderBy('seq').limit(most).toArray()),
    count: () => or(0, table().count()),
    async remove(ids) {
      await or(0, table().where('id').anyOf(ids).delete())
    },
  }
}

async function or<T>(otherwise: T, reading: PromiseLike<T>): Promise<T> {
  try {
    return await reading
  } catch {
    return otherwise
  }
}
