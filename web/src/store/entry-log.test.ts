import { expect, test, vi } from 'vitest'
import type { PracticeEntry, RunThroughId } from '#core/library/piece.ts'
import { aPractice, NOON, partId, pieceId, practiceId } from '#tests/library/builders.ts'
import type { StoredAndPendingEntries, OpenedStore } from './store-interface.ts'
import { readRunThroughSeconds } from './entry-log.ts'

const DAY = 24 * 60 * 60_000

let ids = 1
const entry = (part: number, day: number, fields: Partial<PracticeEntry>) =>
  aPractice({ id: practiceId(ids++), partId: partId(part), at: NOON + day * DAY + ids, ...fields })

const runThrough = (name: string, day: number) =>
  [1, 2].map(part => entry(part, day, { seconds: 150, runThroughId: name as RunThroughId }))

// Node has no IndexedDB; nothing is stored here.
vi.stubGlobal('IDBKeyRange', { bound: () => null })

const storeWith = (entries: readonly PracticeEntry[]) =>
  ({
    readLog: (work: (log: StoredAndPendingEntries) => unknown) =>
      work({
        stored: {
          index: () => ({ openCursor: async () => null }),
        } as unknown as StoredAndPendingEntries['stored'],
        pending: new Map(entries.map(each => [each.id, each])),
      }),
  }) as unknown as OpenedStore

test('[PF4] a run-through takes as long as its entries together, and one is left out whose entries are not all found', async () => {
  const often = Array.from({ length: 19 }, () => entry(1, 1, { seconds: 60 }))
  const store = storeWith([...runThrough('first', 0), ...often, ...runThrough('second', 2)])
  const times = await readRunThroughSeconds(store, new Map([[pieceId(), [partId(1), partId(2)]]]))
  expect(times.get(pieceId())).toEqual([300])
})
