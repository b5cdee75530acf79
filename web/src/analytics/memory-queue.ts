import type { UnsentQueue } from '#web/store/unsent-queue.ts'

// Roughly an hour of events; older events are dropped.
const ROOM = 200

/**
 * Creates an in-memory queue of unsent analytics events, for visitors without a local database. It keeps only the
 * newest 200 events, and loses them when the page is closed (D21).
 */
export function createMemoryQueue(): UnsentQueue {
  let rows: { readonly id: string; readonly item: unknown }[] = []
  return {
    async add(item) {
      rows = [...rows, { id: item.id, item }].slice(-ROOM)
      return true
    },
    oldest: async most => rows.slice(0, most),
    count: async () => rows.length,
    async remove(ids) {
      rows = rows.filter(({ id }) => !ids.includes(id))
    },
  }
}
