import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { beginNextEpoch, finishRestore } from '#server/operations/new-epoch.ts'
import { PGLITE_ENGINE } from '#tests/database/database-on-pglite.ts'
import { playStory } from '#tests/torture/play.ts'
import { startRealServer } from '#tests/torture/real-server.ts'
import type { TortureStep } from '#tests/torture/steps.ts'

/* Devices make good what a server forgot that was set back. */

let database: Database
beforeAll(async () => {
  database = await PGLITE_ENGINE.open()
})
afterAll(() => database.close())

/** Lets a story keep the rows of a moment and put them back, after which `begin` is what the server or operator does. */
function setBackBy<Server extends object>(server: Server, begin: (db: Database['db']) => Promise<unknown>) {
  const tables = ['library_epoch', 'piece', 'part', 'practice', 'sync_change', 'user_revision'] as const
  return {
    ...server,
    async backUp() {
      const { db } = database
      const kept = await Promise.all(tables.map(table => db.selectFrom(table).selectAll().execute()))
      await begin(db)
      return async () => {
        for (const [place, table] of tables.entries()) {
          await db.deleteFrom(table).execute()
          const rows = kept[place] ?? []
          if (rows.length > 0) await db.insertInto(table).values(rows).execute()
        }
        await begin(db)
      }
    },
  }
}

test("[BR2] the app's own devices keep every promise when the server is set back by a restore", async () => {
  const real = await startRealServer(database, 'pro')
  const server = setBackBy(real, db => finishRestore(db, { keepSessions: true }))
  const steps = [
    ...practiceOf(0, 1),
    ...practiceOf(1, 2),
    { kind: 'back-up' },
    ...practiceOf(0, 3),
    ...practiceOf(2, 1, ['answer-lost']),
    act(1, 2),
    { kind: 'restore' },
    ...practiceOf(1, 2),
    { kind: 'back-up' },
    ...practiceOf(2, 1, ['hangs']),
    { kind: 'restore' },
    { kind: 'let-go', which: 0, fate: 'arrives' },
  ] as TortureStep[]
  const { faults, world } = await playStory({ clocks: [0, 3000, -3000], role: 'pro', steps }, server)
  expect(faults).toEqual([])
  const practiced = [...world.made.values()].filter(({ change }) => change.kind === 'practice.add')
  expect(practiced.length).toBeGreaterThanOrEqual(7)
})

test("[LS17] the app's own devices keep every promise when an older data folder is copied back, also once others have caught up", async () => {
  const server = await startRealServer(database, 'pro')
  await beginNextEpoch(database.db)
  const copied = setBackBy(server, beginNextEpoch)
  const steps = [
    ...practiceOf(0, 1),
    ...practiceOf(1, 2),
    { kind: 'back-up' },
    ...practiceOf(0, 3),
    ...practiceOf(1, 1, ['answer-lost']),
    { kind: 'restore' },
    // The other one comes first, with more revisions than the server has lost.
    ...practiceOf(1, 6),
    ...practiceOf(0, 1),
    ...practiceOf(2, 1),
  ] as TortureStep[]
  const { faults, world } = await playStory({ clocks: [0, 3000, -3000], role: 'pro', steps }, copied)
  expect(faults).toEqual([])
  const practiced = [...world.made.values()].filter(({ change }) => change.kind === 'practice.add')
  expect(practiced.length).toBeGreaterThanOrEqual(15)
})

const act = (device: number, which: number) =>
  ({ kind: 'act', device, tab: 0, act: 'practice', which, value: 30 + which, disk: 'stored' }) as const

/** Some saved tempos of a device, each followed by a round. */
const practiceOf = (device: number, times: number, fates: readonly string[] = []) =>
  Array.from({ length: times }, (_, which) => [
    act(device, which),
    { kind: 'sync', device, tab: 0, fates, disk: 'stored' },
  ]).flat()
