import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { pino } from 'pino'
import type { Change } from '#core/library/change.ts'
import type { RowsWithEntries } from '#core/library/library.ts'
import { syncOperation, type SyncResponse, type SyncRequest } from '#core/protocol/sync-protocol.ts'
import type { Database } from '#server/database/database.ts'
import { createLiveUpdateService } from '#server/library/live-route.ts'
import { syncRoutes, type SyncLimitsPerUser } from '#server/library/sync-round.ts'
import { NOON } from '#tests/library/builders.ts'

/** Its routes read the user from the header x-user instead of a session. */
export type LibraryServer = {
  database: Database
  app: Hono
  /** Starts one minute after NOON and stands still; a test may move it. */
  clock: { now: number }
  signedOut: Set<string>
  live: ReturnType<typeof createLiveUpdateService>
}

export const silentLogger = pino({ level: 'silent' })

type Settings = Partial<SyncLimitsPerUser> & { rhythm?: Parameters<typeof createLiveUpdateService>[1] }

export function createLibraryServer(database: Database, { rhythm, ...sync }: Settings = {}): LibraryServer {
  const clock = { now: NOON + 60_000 }
  const signedOut = new Set<string>()
  const findSession = async (request: Request) => {
    const id = request.headers.get('x-user')
    if (id === null || signedOut.has(id)) return null
    return {
      user: { id, name: id, email: `${id}@example.org`, image: null },
      sessionId: id,
      signedInAt: NOON,
    }
  }
  const context = { database, log: silentLogger, now: () => clock.now, identity: { findSession } }
  const live = createLiveUpdateService(context, rhythm)
  const app = new Hono().route('/', syncRoutes(context, sync)).route('/', live.routes)
  return { database, app, clock, signedOut, live }
}

export async function aUser({ database }: Pick<LibraryServer, 'database'>, plan: 'free' | 'pro' = 'free') {
  const id = `user-${randomUUID()}`
  const user = { id, name: '', email: `${id}@example.org`, emailVerified: true, image: null }
  await database.db.insertInto('user').values(user).execute()
  if (plan === 'pro') await storeSubscription(database, id)
  return id
}

export async function storeSubscription(database: Database, userId: string, status = 'active') {
  const subscription = { user_id: userId, id: `sub-${randomUUID()}`, status }
  await database.db.insertInto('subscription').values(subscription).execute()
}

/** Stores the rows it receives, and requests only newer ones. */
export class SyncingDevice {
  epoch: string | null = null
  since = 0
  entriesSince = 0
  readonly rows = {
    pieces: new Map<string, RowsWithEntries['pieces'][number]>(),
    parts: new Map<string, RowsWithEntries['parts'][number]>(),
    practice: new Map<string, RowsWithEntries['practice'][number]>(),
  }
  /** Milliseconds. */
  clockAhead = 0
  readonly server: LibraryServer
  readonly user: string

  constructor(server: LibraryServer, user: string) {
    this.server = server
    this.user = user
  }

  async sync(...changes: readonly Change[]): Promise<SyncResponse> {
    const answer = await this.ask({ changes: [...changes] })
    if (answer.reset) for (const map of Object.values(this.rows)) map.clear()
    for (const piece of answer.rows.pieces) this.rows.pieces.set(piece.id, piece)
    for (const part of answer.rows.parts) this.rows.parts.set(part.id, part)
    for (const practice of answer.entries) this.rows.practice.set(practice.id, practice)
    this.since = answer.revision
    this.entriesSince = answer.entriesRevision
    this.epoch = answer.epoch
    return answer
  }

  async syncAll(): Promise<SyncResponse[]> {
    const answers = [await this.sync()]
    while (answers.at(-1)?.more === true || answers.at(-1)?.moreEntries === true) {
      if (answers.length > 100) throw new Error('the responses never end')
      answers.push(await this.sync())
    }
    return answers
  }

  /** Does not store the response. */
  async ask(request: Partial<SyncRequest> = {}): Promise<SyncResponse> {
    const response = await this.post(JSON.stringify({ ...this.request(), ...request }))
    const body: unknown = await response.json()
    const answer = syncOperation.response.safeParse(body)
    if (!answer.success) throw new Error(`${response.status}: ${JSON.stringify(body)}`)
    return answer.data
  }

  request(): SyncRequest {
    const clientNow = this.server.clock.now + this.clockAhead
    const { epoch, since, entriesSince } = this
    return { clientId: 'device', schema: 1, epoch, clientNow, since, entriesSince, changes: [] }
  }

  async post(body: string): Promise<Response> {
    const headers = { 'content-type': 'application/json', 'x-user': this.user }
    return this.server.app.request('/api/v1/sync', { method: 'POST', headers, body })
  }
}

export const changeStatuses = (answer: SyncResponse) =>
  answer.results.map(result => (result.status === 'rejected' ? result.code : result.status))

export async function storedRows({ db }: Database, userId: string) {
  const all = (table: 'piece' | 'part' | 'practice' | 'sync_change' | 'user_revision') =>
    db.selectFrom(table).selectAll().where('user_id', '=', userId).execute()
  const sorted = async (table: Parameters<typeof all>[0]) =>
    (await all(table)).map(row => JSON.stringify(row)).sort()
  return {
    pieces: await sorted('piece'),
    parts: await sorted('part'),
    practice: await sorted('practice'),
    changes: await sorted('sync_change'),
    revision: await sorted('user_revision'),
  }
}
