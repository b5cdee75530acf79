import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { checkBackup } from '#server/operations/backup/read-backup.ts'
import { restoreBackup } from '#server/operations/backup/restore-backup.ts'
import { beginNextEpoch } from '#server/operations/set-new-epoch.ts'
import { writeBackup } from '#server/operations/backup/write-backup.ts'
import { aShop } from '#tests/billing/billing-shop.ts'
import { aUser } from '#tests/sync/library-server.ts'
import {
  findTablesWithoutRows,
  fillEveryTable,
  countRowsOfUser,
  listTables,
} from '#tests/database/rows-of-user.ts'
import type { DatabaseEngine } from '#tests/database/contract-setup.ts'
import { startPlayers } from './practicing-players.ts'
import { playStory } from '#tests/torture/play.ts'
import { startRealServer } from '#tests/torture/real-server.ts'
import type { TortureStep } from '#tests/torture/steps.ts'

const REPLACE = { replace: true, keepSessions: false }

/** Defines the tests of backup and restore on one database engine. */
export function backupContract(engine: DatabaseEngine) {
  describe(`on ${engine.name}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'dacapo-backups-'))
    let database: Database
    let number = 0
    beforeAll(async () => {
      database = await engine.open()
    })
    afterAll(async () => {
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    })

    async function backUp(of = database): Promise<string> {
      const file = join(folder, `${++number}.backup.gz`)
      expect(await writeBackup(of, file)).toEqual({ kind: 'written', tablesLeftOut: [] })
      expect(await checkBackup(file)).toMatchObject({ kind: 'sound' })
      return file
    }

    test('[BR1][BR8] every row of every table comes back as it was, whatever is in it, under a new epoch', async () => {
      const shop = await aShop([await engine.open()])
      const user = await fillEveryTable(shop)
      const { database } = shop.first.context
      const { db } = database
      await sql`update billing_account set check_due_at = 9e12`.execute(db)
      // U+2028 ends a line for some readers; the number is beyond what JavaScript can count.
      const text = 'Zeile\n\u2028\u2029\r\\ "Händel" \u{1F3BB}\u0001'
      const awkward = { id: 'awkward', text, language: 'de', screen: '/', created_at: 1, written_at: 1 }
      await db.insertInto('feedback').values(awkward).execute()
      await sql`update practice set at = 9007199254740993`.execute(db)
      await sql`insert into job values ('backup', 1, 2, null)`.execute(db)
      expect(findTablesWithoutRows(await countRowsOfUser(db, user))).toEqual([])
      const before = await contentOf(db)
      const file = await backUp(database)
      expect(statSync(file).mode & 0o777).toBe(0o600)
      await sql`delete from piece`.execute(db)
      await sql`update feedback set text = 'changed'`.execute(db)
      expect(await restoreBackup(db, file, { ...REPLACE, keepSessions: true })).toMatchObject({
        kind: 'restored',
      })
      const after = await contentOf(db)
      const changed = Object.keys(before).filter(table => before[table] !== after[table])
      // What the restore itself changes: rules BR3, BR7 and BR8.
      expect(changed.toSorted()).toEqual(['billing_account', 'library_epoch', 'sign_in_code', 'verification'])
      expect(
        (await db.selectFrom('feedback').select('text').where('id', '=', 'awkward').execute())[0],
      ).toEqual({ text })
      // Stripe is asked about everybody who pays.
      const due = await db.selectFrom('billing_account').select('check_due_at').execute()
      expect(due).toEqual([{ check_due_at: 0 }])
      await shop.close()
    })

    test('[BR2] of a database destroyed under load nothing is lost, and nothing is there twice', async () => {
      const players = await startPlayers(database)
      await players.waitForMore(6)
      const before = players.acknowledged()
      const file = await backUp()
      await players.waitForMore(1)
      await players.stop()
      expect(players.failures).toEqual([])
      for (const table of ['piece', 'part', 'practice', 'sync_change', 'user_revision', 'user'])
        await sql`truncate ${sql.table(table)}`.execute(database.db)

      expect(await restoreBackup(database.db, file, REPLACE)).toMatchObject({ kind: 'restored' })
      // Acknowledged before the backup began.
      for (const [place, stored] of (await players.stored(database)).entries())
        expect(stored).toBeGreaterThanOrEqual(before[place] ?? 0)
      await players.sendAgain(database)
    })

    test("[BR2] the app's own devices keep every promise when the server is set back by a real restore", async () => {
      const real = await startRealServer(database, 'pro')
      const server = {
        ...real,
        async backUp() {
          const file = await backUp()
          return async () => {
            await sql`truncate piece, part, practice, sync_change, user_revision`.execute(database.db)
            expect(await restoreBackup(database.db, file, REPLACE)).toMatchObject({ kind: 'restored' })
          }
        },
      }
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

    test("[LS30] the app's own devices keep every promise when an older data folder is copied back, also once others have caught up", async () => {
      const server = await startRealServer(database, 'pro')
      await beginNextEpoch(database.db)
      const copied = {
        ...server,
        /** The server is stopped, its data copied, and started again. */
        async backUp() {
          const tables = [
            'library_epoch',
            'piece',
            'part',
            'practice',
            'sync_change',
            'user_revision',
          ] as const
          const { db } = database
          const kept = await Promise.all(tables.map(table => db.selectFrom(table).selectAll().execute()))
          await beginNextEpoch(db)
          return async () => {
            for (const [place, table] of tables.entries()) {
              await db.deleteFrom(table).execute()
              const rows = kept[place] ?? []
              if (rows.length > 0) await db.insertInto(table).values(rows).execute()
            }
            await beginNextEpoch(db)
          }
        },
      }
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

    test('[BR5] data is not overwritten unless that is asked for, and a restore that fails leaves it as it was', async () => {
      const { db } = database
      await aUser({ database })
      const then = await contentOf(db)
      const file = await backUp()
      await aUser({ database })
      const now = await contentOf(db)
      expect(await restoreBackup(db, file, { ...REPLACE, replace: false })).toEqual({
        kind: 'refused',
        message: expect.stringContaining('add --replace'),
      })
      // Changed between its check and its last line: everything is in the tables by then.
      const [last = '', ...lines] = gunzipSync(readFileSync(file))
        .toString()
        .trimEnd()
        .split('\n')
        .toReversed()
      const wrong = last.replace(/"sha256":".{4}/, '"sha256":"0000')
      const spoiled = join(folder, 'spoiled.backup.gz')
      writeFileSync(spoiled, gzipSync(`${[...lines.toReversed(), wrong].join('\n')}\n`))
      await expect(restoreBackup(db, spoiled, REPLACE)).rejects.toThrow('its checksum is wrong')
      expect(await contentOf(db)).toEqual(now)
      expect(await restoreBackup(db, file, REPLACE)).toMatchObject({ kind: 'restored' })
      expect((await contentOf(db))['user']).toBe(then['user'])
    })

    test('[BR7] sessions, links and codes of the backup do not count again, unless sessions are to stay', async () => {
      const { db } = database
      const userId = await aUser({ database })
      const later = new Date(Date.now() + 1e9)
      const session = { id: userId, token: userId, userId, expiresAt: later, updatedAt: later }
      await db
        .insertInto('session')
        .values({ ...session, ipAddress: null, userAgent: null })
        .execute()
      await db
        .insertInto('verification')
        .values({ id: userId, identifier: 'x', value: 'y', expiresAt: later })
        .execute()
      const file = await backUp()
      const left = async () => [
        (await db.selectFrom('session').select('id').execute()).length,
        (await db.selectFrom('verification').select('id').execute()).length,
      ]
      const [sessions = 0] = await left()
      expect(sessions).toBeGreaterThan(0)
      await restoreBackup(db, file, { replace: true, keepSessions: true })
      expect(await left()).toEqual([sessions, 0])
      await restoreBackup(db, file, REPLACE)
      expect(await left()).toEqual([0, 0])
    })
  })
}

const act = (device: number, which: number) =>
  ({ kind: 'act', device, tab: 0, act: 'practice', which, value: 30 + which, disk: 'stored' }) as const

/** Some saved tempos of a device, each followed by a round. */
const practiceOf = (device: number, times: number, fates: readonly string[] = []) =>
  Array.from({ length: times }, (_, which) => [
    act(device, which),
    { kind: 'sync', device, tab: 0, fates, disk: 'stored' },
  ]).flat()

/** Every row of every table as PostgreSQL prints it, sorted. */
async function contentOf(db: Database['db']): Promise<Record<string, string>> {
  const content: Record<string, string> = {}
  for (const { table } of await listTables(db)) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(table)} t`.execute(db)
    content[table] = rows
      .map(({ row }) => row)
      .toSorted()
      .join('\n')
  }
  return content
}
