import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startServerProcess } from '../../e2e/running-server.ts'
import { startFaultyNetwork } from '#tests/database/faulty-network.ts'
import { startPostgres } from '#tests/database/postgres.ts'
import { signInAt } from '#tests/identity/sign-in-at.ts'
import {
  addPracticeEntry,
  createPiece,
  randomPartId,
  randomPieceId,
  syncRound,
} from '#tests/library/library-changes.ts'

/** A server runs 16 requests at a time, lets 200 wait, and is sent as many as this at one moment. */
const OVERLOAD = 1000
const MUSICIANS = 25
/** Longer than it takes to send everything, so that what was taken is still open. */
const DATABASE_DELAY_MILLISECONDS = 100

type Musician = {
  cookie: string
  pieceId: ReturnType<typeof randomPieceId>
  partId: ReturnType<typeof randomPartId>
}
type Outcome = { status: number; retryAfter: number; id: string }

test('[HT84] ten times too many requests are refused with 503; it recovers, and keeps what it took', async () => {
  const postgres = await startPostgres()
  const url = new URL(await postgres.createDatabase())
  const network = await startFaultyNetwork(Number(url.port))
  url.port = String(network.port)
  const server = await startServerProcess({ env: { DATABASE_URL: url.href, TRUST_PROXY: '1' } })
  const { origin } = server
  let address = 0

  async function save({ cookie, pieceId, partId }: Musician): Promise<Outcome> {
    const change = addPracticeEntry(pieceId, partId)
    const answer = await sync(cookie, change)
    const isApplied = answer.status === 200 && (await answer.json()).results[0].status === 'applied'
    const retryAfter = Number(answer.headers.get('retry-after'))
    return { status: answer.status, retryAfter, id: isApplied ? change.args.id : '' }
  }

  function sync(cookie: string, change: object) {
    const from = `10.0.${(address += 1) >> 8}.${address & 255}`
    const round = syncRound([change])
    const headers = { origin, cookie, 'content-type': 'application/json', 'x-forwarded-for': from }
    const body = JSON.stringify(round)
    return fetch(`${origin}/api/v1/sync`, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(60_000),
    })
  }

  async function signIn(): Promise<Musician> {
    const musician = {
      cookie: await signInAt(origin, `${randomUUID()}@example.org`),
      pieceId: randomPieceId(),
      partId: randomPartId(),
    }
    const created = createPiece({ pieceId: musician.pieceId, partIds: [musician.partId] })
    expect((await sync(musician.cookie, created)).status).toBe(200)
    return musician
  }

  try {
    const musicians: Musician[] = []
    while (musicians.length < MUSICIANS) musicians.push(await signIn())

    network.delayBy(DATABASE_DELAY_MILLISECONDS)
    const count = OVERLOAD / MUSICIANS
    const flood = musicians.flatMap(musician => Array.from({ length: count }, () => save(musician)))
    const health = await Promise.all(Array.from({ length: 5 }, () => fetch(`${origin}/healthz`)))
    expect(health.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const outcomes = await Promise.all(flood)
    const refused = outcomes.filter(({ status }) => status !== 200)
    expect(refused.filter(({ status }) => status !== 503)).toEqual([])
    expect(refused.length).toBeGreaterThan(OVERLOAD / 2)
    expect(refused.every(({ retryAfter }) => retryAfter >= 2 && retryAfter <= 8)).toBe(true)

    network.delayBy(0)
    const after: Outcome[] = []
    for (const musician of musicians) after.push(await save(musician))
    expect(new Set(after.map(({ status }) => status))).toEqual(new Set([200]))
    let kept = ''
    for (const { cookie } of musicians) {
      const headers = { cookie, 'x-forwarded-for': '10.8.8.8' }
      const file = await fetch(`${origin}/api/v1/account/export?format=json`, { headers })
      expect(file.status).toBe(200)
      kept += await file.text()
    }
    const acknowledged = [...outcomes, ...after].filter(({ id }) => id !== '')
    expect(acknowledged.length).toBeGreaterThan(MUSICIANS)
    expect(acknowledged.filter(({ id }) => !kept.includes(id))).toEqual([])
  } finally {
    await server.stop()
    await network.cut()
    await postgres.stop()
  }
}, 300_000)
