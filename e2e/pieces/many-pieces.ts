import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { openDatabase } from '#server/database/open-database.ts'
import type { Tables } from '#server/database/tables.ts'
import { randomPartId } from '#tests/library/library-changes.ts'
import { silentLogger, storeSubscription } from '#tests/sync/library-server.ts'
import { startServerProcess, type RunningServer } from '../running-server.ts'

/** A running server where a Pro user has more pieces than fit into any window. */
export type ServerWithManyPieces = RunningServer & { readonly email: string }

/** Number of pieces of that user. */
export const MANY_PIECES_COUNT = 2000
// With accents and numbers, as real ones have them; the longest does not fit in one line of a small phone.
const WORKS = [
  'Ballade',
  'Étude',
  'Öhrchentanz',
  'Invention',
  'Sonate',
  'Präludium und Fuge',
  'Walzer',
  'Adagio',
]
const SECTIONS = ['exposition', 'development', 'reprise']
const USER = 'archivist'
const DAY = 86_400_000
// Of one statement: PostgreSQL takes 65,535 parameters.
const ROWS_AT_ONCE = 2000

/**
 * Starts a server with 2,000 pieces of three sections each. Writes them to the tables before the server opens the
 * database, because syncing them would take minutes.
 */
export async function startServerWithManyPieces(): Promise<ServerWithManyPieces> {
  const email = 'archivist@example.org'
  const dataDir = await mkdtemp(join(tmpdir(), 'dacapo-many-'))
  const directory = join(dataDir, 'database')
  const opened = await openDatabase(
    { database: { kind: 'embedded', directory }, live: 'listen' },
    silentLogger,
  )
  if (opened.kind === 'failed') throw new Error(opened.message)
  const { database } = opened
  await addUser(database.db, USER, email)
  await storeSubscription(database, USER)
  await fillTables(database.db, USER)
  await database.close()
  // Every test signs in with the same address.
  const server = await startServerProcess({ dataDir, env: { LIMITS: 'mailsPerEmail=1000' } })
  return {
    ...server,
    email,
    async stop(signal) {
      const code = await server.stop(signal)
      await rm(dataDir, { recursive: true, force: true })
      return code
    },
  }
}

async function addUser(db: Kysely<Tables>, id: string, email: string): Promise<void> {
  const at = new Date()
  const user = { id, name: '', email, emailVerified: true, image: null, createdAt: at, updatedAt: at }
  await db.insertInto('user').values(user).execute()
}

/** Pieces of every color, one of its words after the other: "Ballade 1", "Étude 2" … "Adagio 2000". */
async function fillTables(db: Kysely<Tables>, user_id: string): Promise<void> {
  const now = Date.now()
  const made = now - 90 * DAY
  const pieces = Array.from({ length: MANY_PIECES_COUNT }, (_, number) => ({
    user_id,
    id: randomUUID(),
    name: `${WORKS[number % WORKS.length]} ${number + 1}`,
    importance: 1 + (number % 5),
    end_tempo: 100 + (number % 100),
    click: null,
    created_at: made,
    updated_at: made,
    revision: number + 1,
    stamps: '{}',
  }))
  const parts = pieces.flatMap((piece, number) =>
    SECTIONS.map((name, position) => ({
      user_id,
      id: randomPartId(),
      piece_id: piece.id,
      name,
      position,
      current_tempo: 45 + ((number * 7 + position * 11) % 90),
      created_at: made,
      last_practiced: number % 4 === 0 ? null : now - (number % 60) * DAY,
      revision: number + 1,
      stamps: '{}',
    })),
  )
  await db
    .updateTable('user_revision')
    .set({ revision: MANY_PIECES_COUNT })
    .where('user_id', '=', user_id)
    .execute()
  await db.insertInto('piece').values(pieces).execute()
  for (let first = 0; first < parts.length; first += ROWS_AT_ONCE)
    await db
      .insertInto('part')
      .values(parts.slice(first, first + ROWS_AT_ONCE))
      .execute()
}
