import type { Queue } from '#web/store/queue.ts'

// Roughly an hour of events; older events are dropped.
const ROOM = 200

/** Returns an in-memory queue for users without a database; it lives as long as the page (D21). */
export function memoryQueue(): Queue {
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
