import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Change } from '#core/library/change.ts'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import {
  createPiece,
  randomPartId,
  randomPieceId,
  patchPart,
  addPracticeEntry,
} from '#tests/library/library-changes.ts'
import {
  aUser,
  SyncingDevice,
  createLibraryServer,
  silentLogger,
  changeStatuses,
} from '#tests/sync/library-server.ts'
import { startPostgres } from '#tests/database/postgres.ts'

export const name = 'sync'

const QUEUED = 1000
const CHANGES_PER_ROUND = 50
const PIECES = 20

/** How long 1,000 waiting changes take, on either engine with every commit on the disk. */
export async function measure(): Promise<Record<string, number | string>> {
  const folder = mkdtempSync(join(tmpdir(), 'dacapo-bench-'))
  const postgres = await startPostgres({ fsync: true })
  try {
    const directory = join(folder, 'database')
    const embedded = await open({ kind: 'embedded', directory })
    const url = await postgres.createDatabase()
    const server = await open({ kind: 'postgres', url, directUrl: url })
    const queue = { embedded: await queuedChanges(embedded), postgres: await queuedChanges(server) }
    await embedded.close()
    await server.close()
    return {
      '1000 queued changes on PGlite, milliseconds': queue.embedded,
      '1000 queued changes on PostgreSQL, milliseconds': queue.postgres,
    }
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Place = Parameters<typeof openDatabase>[0]['database']

async function open(database: Place): Promise<Database> {
  const opened = await openDatabase({ database, live: 'listen' }, silentLogger)
  if (opened.kind === 'failed') throw new Error(opened.message)
  return opened.database
}

/** The milliseconds of a device that was away for long: 20 rounds of 50 changes, one after the other. */
async function queuedChanges(database: Database): Promise<number> {
  const server = createLibraryServer(database)
  const device = new SyncingDevice(server, await aUser(server, 'pro'))
  const parts = Array.from({ length: PIECES }, () => ({
    pieceId: randomPieceId(),
    partIds: [randomPartId(), randomPartId()],
  }))
  const changes: Change[] = parts.map(ids => createPiece(ids))
  for (let change = 0; changes.length < QUEUED; change += 1) {
    const { pieceId, partIds } = parts[change % PIECES] ?? { pieceId: randomPieceId(), partIds: [] }
    const partId = partIds[change % 2] ?? randomPartId()
    const isEdit = change % 10 === 0
    changes.push(isEdit ? patchPart(partId, { name: `Part ${change}` }) : addPracticeEntry(pieceId, partId))
  }
  const started = performance.now()
  for (let first = 0; first < QUEUED; first += CHANGES_PER_ROUND) {
    const answer = await device.sync(...changes.slice(first, first + CHANGES_PER_ROUND))
    if (changeStatuses(answer).some(verdict => verdict !== 'applied'))
      throw new Error('a change was not applied')
  }
  return Math.round(performance.now() - started)
}
