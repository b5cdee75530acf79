import { EMPTY_LIBRARY, withUpsertedRows, type LibraryWithNeededEntries } from '#core/library/library.ts'
import type { StripeRole } from '#core/plan/plan.ts'
import type { Database } from '#server/database/database.ts'
import { housekeepingJob } from '#server/jobs/housekeeping-job.ts'
import { buildPartQuery, buildPieceQuery, buildPracticeQuery } from '#server/library/library-rows.ts'
import { loadCurrentRevision } from '#server/library/rows-since.ts'
import { beginEpochWithFullSync } from '#server/operations/new-epoch.ts'
import { aUser, createLibraryServer, storeSubscription } from '#tests/sync/library-server.ts'
import type { TorturedServer } from './model-server.ts'

const LIBRARY_TABLES = ['piece', 'part', 'practice', 'sync_change', 'user_revision'] as const

export async function startRealServer(database: Database, role: StripeRole): Promise<TorturedServer> {
  const server = createLibraryServer(database)
  const userId = await aUser(server)
  const { db } = database
  const rowsOf = (table: (typeof LIBRARY_TABLES)[number]) =>
    db.selectFrom(table).selectAll().where('user_id', '=', userId).execute()

  async function setRole(role: StripeRole) {
    await db.deleteFrom('subscription').where('user_id', '=', userId).execute()
    if (role === 'pro') await storeSubscription(database, userId)
  }
  await setRole(role)

  return {
    setRole,
    async post(body, now) {
      server.clock.now = now
      const headers = { 'content-type': 'application/json', 'x-user': userId }
      const response = await server.app.request('/api/v1/sync', { method: 'POST', headers, body })
      return { status: response.status, body: await response.text() }
    },
    async backUp() {
      const kept = await Promise.all(LIBRARY_TABLES.map(rowsOf))
      return async () => {
        for (const [place, table] of LIBRARY_TABLES.entries()) {
          await db.deleteFrom(table).where('user_id', '=', userId).execute()
          const rows = kept[place] ?? []
          if (rows.length > 0) await db.insertInto(table).values(rows).execute()
        }
        await beginEpochWithFullSync(db)
      }
    },
    runJobs: now => housekeepingJob.run(db, now, () => true),
    revision: () => loadCurrentRevision(db, userId),
    async library(): Promise<LibraryWithNeededEntries> {
      const [pieces, parts, practice] = await Promise.all([
        buildPieceQuery(db, userId).execute(),
        buildPartQuery(db, userId).execute(),
        buildPracticeQuery(db, userId).execute(),
      ])
      return withUpsertedRows(EMPTY_LIBRARY, { pieces, parts, practice })
    },
  }
}
