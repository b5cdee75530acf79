import { afterAll, expect, test } from 'vitest'
import { finishRestore } from '#server/operations/new-epoch.ts'
import { PGLITE_ENGINE } from '#tests/database/database-on-pglite.ts'
import { playStory } from '#tests/torture/play.ts'
import { startRealServer } from '#tests/torture/real-server.ts'
import type { TortureStep } from '#tests/torture/steps.ts'

const database = await PGLITE_ENGINE.open()
afterAll(() => database.close())

function restorable<Server extends object>(server: Server) {
  const tables = ['library_epoch', 'piece', 'part', 'practice', 'sync_change', 'user_revision'] as const
  return {
    ...server,
    async backUp() {
      const { db } = database
      const backup = await Promise.all(tables.map(table => db.selectFrom(table).selectAll().execute()))
      return async () => {
        for (const [place, table] of tables.entries()) {
          await db.deleteFrom(table).execute()
          const rows = backup[place] ?? []
          if (rows.length > 0) await db.insertInto(table).values(rows).execute()
        }
        await finishRestore(db, { keepSessions: true })
      }
    },
  }
}

test("[BR2] the app's own devices keep every promise when the server is set back by a restore", async () => {
  const server = restorable(await startRealServer(database, 'pro'))
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
    { kind: 'release', which: 0, fate: 'arrives' },
  ] as TortureStep[]
  const { faults, world } = await playStory({ clockErrors: [0, 3000, -3000], role: 'pro', steps }, server)
  expect(faults).toEqual([])
  const practiced = [...world.recorded.values()].filter(({ change }) => change.kind === 'practice.add')
  expect(practiced.length).toBeGreaterThanOrEqual(7)
})

const act = (device: number, which: number) =>
  ({ kind: 'act', device, tab: 0, act: 'practice', which, value: 30 + which, disk: 'stored' }) as const

const practiceOf = (device: number, times: number, fates: readonly string[] = []) =>
  Array.from({ length: times }, (_, which) => [
    act(device, which),
    { kind: 'sync', device, tab: 0, fates, disk: 'stored' },
  ]).flat()
