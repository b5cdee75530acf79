import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountExportSchema, type ExportDocument } from '#core/import-export/export-format.ts'
import {
  addPracticeEntry,
  createPiece,
  deletePart,
  deletePiece,
  randomPartId,
  randomPieceId,
  randomPracticeId,
  patchPiece,
  retractPractice,
  syncRound,
} from '#tests/library/library-changes.ts'
import { day } from '#tests/library/builders.ts'
import type { RunThroughId } from '#core/library/piece.ts'
import { EMPTY_LIBRARY } from '#core/library/library.ts'
import { changesFromSteps, planImport } from '#tests/library/import-round-trip.ts'
import { aServerOnPostgres } from '#tests/database/server-on-postgres.ts'
import { aBrowser, aServer, createSignedInBrowser, findSession } from '#tests/server/whole-server.ts'
import type { TestBrowser, TestServer } from '#tests/server/whole-server.ts'
import { USER_ROW_CONDITIONS } from './table-ownership.ts'

const PATH = '/api/v1/account/export'
const ENTRIES = 5003
const send = (browser: TestBrowser, ...changes: readonly { id: string; args?: unknown }[]) =>
  sendAt(Date.now(), browser, ...changes)

async function sendAt(
  clientNow: number,
  browser: TestBrowser,
  ...changes: readonly { id: string; args?: unknown }[]
) {
  const answer = await (await browser.post('/api/v1/sync', syncRound(changes, clientNow))).json()
  for (const { status } of answer.results) expect(status).toBe('applied')
  expect(answer.results).toHaveLength(changes.length)
}

async function exported(browser: TestBrowser): Promise<ExportDocument> {
  const answer = await browser.get(PATH)
  expect(answer.status).toBe(200)
  return accountExportSchema.parse(await answer.json())
}

describe.each([
  ['PGlite', () => aServer()],
  ['PostgreSQL', aServerOnPostgres],
] as const)('the export on %s', (_, start) => {
  let server: TestServer
  beforeAll(async () => {
    server = await start()
  })
  afterAll(() => server.close())
  const aMusician = () => createSignedInBrowser(server, `${randomUUID()}@example.org`)
  const entries = (values: RawBuilder<unknown>) =>
    sql`insert into practice (user_id, id, piece_id, part_id, tempo, at, revision) ${values}`
  async function aMusicianWithLongHistory() {
    const browser = await aMusician()
    const { id } = await findSession(browser)
    const piece = createPiece()
    await send(browser, piece)
    await entries(sql`
      select ${id}, gen_random_uuid()::text, ${piece.args.id}, ${piece.args.parts[0]?.id ?? ''}, 40 + n % 100, n, 1
      from generate_series(1, ${ENTRIES}::int) as n`).execute(server.context.database.db)
    return { browser, id }
  }

  test('[EX1] contains profile, sign-ins, devices, subscription, feedback and analytics events', async () => {
    const clara = await aMusician()
    const { id } = await findSession(clara)
    const { db } = server.context.database
    await db
      .insertInto('account')
      .values({
        id: randomUUID(),
        accountId: 'clara-at-google',
        providerId: 'google',
        userId: id,
        accessToken: 'the secret of a provider',
        updatedAt: new Date(),
      })
      .execute()
    await db
      .insertInto('subscription')
      .values({ user_id: id, id: `sub-${id}`, status: 'active', current_period_end: 9000 })
      .execute()
    await clara.post('/api/v1/feedback', { text: 'More trills', language: 'de', screen: '/practice' })
    const picture = { bytes: new Uint8Array([1, 2, 3]), type: 'image/png' as const }
    await db
      .insertInto('avatar')
      .values({ user_id: id, ...picture })
      .execute()
    const event = { name: 'page_view', at: 5, path: '/pieces' }
    expect((await clara.post('/api/v1/events', { events: [event] })).status).toBe(204)
    const all = await exported(clara)
    expect(all).toMatchObject({
      profile: { id, emailVerified: true, picture: { type: 'image/png', base64: 'AQID' } },
      signInMethods: [{ provider: 'google', accountId: 'clara-at-google' }],
      subscriptions: [
        { id: `sub-${id}`, status: 'active', currentPeriodEnd: 9000, cancelAtPeriodEnd: false },
      ],
      feedback: [{ text: 'More trills', language: 'de', screen: '/practice', kind: 'feedback' }],
      events: [{ name: 'page_view', parameters: { path: '/pieces' } }],
    })
    expect(all.devices).toHaveLength(1)
    const text = await (await clara.get(PATH)).text()
    const { token } = await db
      .selectFrom('session')
      .select('token')
      .where('userId', '=', id)
      .executeTakeFirstOrThrow()
    expect(text).not.toContain(token)
    expect(text).not.toContain('the secret of a provider')
  })

  test('[EX1] contains no row of another user', async () => {
    const [clara, robert] = [await aMusician(), await aMusician()]
    const secret = 'Nobody’s business'
    for (const browser of [clara, robert]) {
      const name = browser === clara ? 'Gigue' : secret
      const piece = createPiece({ name })
      await send(browser, piece)
      const part = piece.args.parts[0]
      if (part !== undefined) await send(browser, addPracticeEntry(piece.args.id, part.id))
      await browser.post('/api/v1/feedback', { text: name, language: 'en', screen: '/' })
      await browser.post('/api/v1/events', { events: [{ name: 'page_view', at: 5, path: `/${name}` }] })
    }
    const { id } = await findSession(robert)
    for (const query of ['', '?format=csv']) {
      const text = await (await clara.get(PATH + query)).text()
      expect(text).toContain('Gigue')
      expect(text).not.toContain(secret)
      expect(text).not.toContain(id)
    }
    expect((await exported(clara)).practice).toHaveLength(1)
  })

  test('[EX4][EX1] the CSV is complete, too, and each row says what it is', async () => {
    const clara = await aMusician()
    const piece = createPiece({ partIds: [randomPartId(), randomPartId()], at: Date.UTC(2026, 10, 20) })
    const details = { seconds: 95, plannedSeconds: 300, day: day('2026-11-20'), firstTryClean: false }
    const practiced = { tempo: 97, at: Date.UTC(2026, 10, 20, 9), details }
    await send(
      clara,
      piece,
      addPracticeEntry(piece.args.id, piece.args.parts[1]?.id ?? randomPartId(), practiced),
      patchPiece(piece.args.id, { performOn: day('2027-01-09'), onHold: true }),
    )
    await clara.post('/api/v1/feedback', { text: 'Two\nlines, "quoted"', language: 'en', screen: '/pieces' })
    const answer = await clara.get(`${PATH}?format=csv`)
    expect(answer.headers.get('content-type')).toContain('text/csv')
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf])
    const lines = new TextDecoder().decode(bytes).split('\r\n')
    expect(lines[0]).toMatch(/^record,time \(UTC\),piece,section,.*,performance,on hold$/)
    expect(lines).toContain('section,2026-11-20 00:00:00,Gigue,Section 1,120,80,3,,,,,,,,,,2027-01-09,yes')
    const entry = /^practice,[^,]+,Gigue,Section 2,,97,,,,,,95,300,2026-11-20,mistakes,,,$/
    expect(lines.filter(line => entry.test(line))).toHaveLength(1)
    expect(lines.filter(line => line.endsWith('/pieces,"Two\nlines, ""quoted""",,,,,,,'))).toHaveLength(1)
    expect(lines.filter(line => line.startsWith('profile,'))).toHaveLength(1)
    const german = await (await clara.get(`${PATH}?format=csv&language=de-AT`)).text()
    expect(german).toMatch(/^\uFEFF?Art;Zeit \(UTC\);Stück;/)
  })

  test('[EX9][EX1] the library with what was deleted and taken back is exported, and an import into another account restores it with its own times, whatever the device’s clock', async () => {
    const [clara, robert] = [await aMusician(), await aMusician()]
    const { id } = await findSession(robert)
    const { db } = server.context.database
    await db.insertInto('subscription').values({ user_id: id, id, status: 'active' }).execute()
    const [piece, deleted] = [randomPieceId(), randomPieceId()]
    const [first, second, third] = [randomPartId(), randomPartId(), randomPartId()]
    const [entry, retracted] = [randomPracticeId(), randomPracticeId()]
    await send(
      clara,
      createPiece({ pieceId: piece, partIds: [first, second], at: 1000 }),
      { ...patchPiece(piece, { at: 2000 }), args: { id: piece, click: { beats: 3 } } },
      patchPiece(piece, { at: 2500, performOn: day('2027-01-09') }),
      patchPiece(piece, { at: 2600, onHold: true }),
      addPracticeEntry(piece, first, {
        id: entry,
        tempo: 210,
        at: 3000,
        details: { seconds: 95, plannedSeconds: 300, day: day('1970-01-01'), firstTryClean: true },
      }),
      addPracticeEntry(piece, second, { at: 3500, details: { runThroughId: randomUUID() as RunThroughId } }),
      addPracticeEntry(piece, second, { id: retracted, tempo: 99, at: 4000 }),
      retractPractice(retracted, { at: 5000, tempo: 80 }),
      deletePart(second, { at: 6000 }),
      createPiece({ pieceId: deleted, partIds: [third], at: 7000 }),
      addPracticeEntry(deleted, third, { at: 7500 }),
      deletePiece(deleted, { at: 8000 }),
    )
    const file = await exported(clara)
    expect(file.pieces).toMatchObject([
      { id: piece, click: { beats: 3 }, createdAt: 1000, stamps: { click: 2000 }, deletedAt: null },
      { id: deleted, createdAt: 7000, deletedAt: 8000 },
    ])
    expect(file.parts.filter(({ pieceId }) => pieceId === piece)).toMatchObject([
      { id: first, currentTempo: 210, lastPracticed: 3000, deletedAt: null },
      { id: second, deletedAt: 6000 },
    ])
    expect(file.practice).toMatchObject([
      { id: entry, seconds: 95, plannedSeconds: 300, day: 0, firstTryClean: true, retractedAt: null },
      { at: 3500, tempo: 90 },
      { id: retracted, tempo: 99, at: 4000, retractedAt: 5000 },
      { at: 7500 },
    ])
    const { steps } = planImport(file, EMPTY_LIBRARY)
    const changes = changesFromSteps(steps).map(change => ({ ...change, id: randomUUID() }))
    await sendAt(Date.now() + 3 * 86_400_000, robert, ...changes)
    const copy = await exported(robert)
    // An import does not say when a field was edited.
    const comparable = <Row extends object>(rows: Row[]) =>
      rows.map(row => ({ ...row, position: 0, stamps: {}, updatedAt: 0 }))
    expect(comparable(copy.pieces)).toEqual(comparable(file.pieces))
    expect(copy.practice).toEqual(file.practice)
    const isUndeleted = (part: ExportDocument['parts'][number]) =>
      part.deletedAt === null && part.pieceId === piece
    expect(comparable(copy.parts.filter(isUndeleted))).toEqual(comparable(file.parts.filter(isUndeleted)))
    // A time in the future is stored as now.
    const tomorrow = Date.now() + 86_400_000
    const late = { ...createPiece({ at: tomorrow }), original: true }
    await send(robert, late)
    const kept = (await exported(robert)).pieces.find(({ id }) => id === late.args.id)
    expect(kept?.createdAt).toBeLessThan(tomorrow)
  })

  test('[EX1] is complete and in order, and lets other requests run meanwhile', async () => {
    const { browser } = await aMusicianWithLongHistory()
    const exportEnded = new AbortController()
    let turns = 0
    const others = (async () => {
      for (; !exportEnded.signal.aborted; turns += 1) {
        await sql`select 1`.execute(server.context.database.db)
        // PGlite answers without yielding to the event loop.
        await nextTurn()
      }
    })()
    const { practice } = await exported(browser).finally(() => exportEnded.abort())
    await others
    expect(practice.map(({ at }) => at)).toEqual(Array.from({ length: ENTRIES }, (_, index) => index + 1))
    expect(turns).toBeGreaterThan(10)
  })

  test('[EX1] is of one moment, or fails, if another server writes while it is read, and is made once at a time', async () => {
    const { browser, id } = await aMusicianWithLongHistory()
    const another = randomPieceId()
    const reading = Promise.all([1, 2, 3, 4].map(() => browser.get(PATH)))
    await server.context.database.db.transaction().execute(async db => {
      const revision = sql`(select revision from user_revision where user_id = ${id})`
      await sql`update user_revision set revision = revision + 1 where user_id = ${id}`.execute(db)
      await sql`insert into piece (user_id, id, name, importance, end_tempo, created_at, updated_at, revision)
        values (${id}, ${another}, 'Another', 3, 120, 1, 1, ${revision})`.execute(db)
      await entries(
        sql`values (${id}, ${randomPracticeId()}, ${another}, ${randomPartId()}, 60, 9000, ${revision})`,
      ).execute(db)
    })
    const answers = await reading
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3)
    const answer = answers.find(({ status }) => status !== 429)
    expect([200, 503]).toContain(answer?.status)
    const { pieces, practice } =
      answer?.ok === true ? accountExportSchema.parse(await answer.json()) : await exported(browser)
    expect(pieces.length).toBeGreaterThan(0)
    expect(practice.length - ENTRIES).toBe(pieces.length - 1)
  })

  test('[EX1] is a file with the date in its name, for signed-in users, at most 20 times an hour', async () => {
    const signedOut = await aBrowser(server).get(PATH)
    expect([signedOut.status, (await signedOut.json()).code]).toEqual([401, 'signed-out'])
    const clara = await aMusician()
    const wrong = await clara.get(`${PATH}?format=pdf`)
    expect([wrong.status, (await wrong.json()).code]).toEqual([422, 'validation'])
    // The day must not end within the test.
    server.stopClock()
    const day = new Date(server.context.now()).toISOString().slice(0, 10)
    for (const format of ['json', 'csv']) {
      const answer = await clara.get(`${PATH}?format=${format}`)
      expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="dacapo-${day}.${format}"`)
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
    for (let more = 0; more < 18; more += 1) expect((await clara.get(PATH)).status).toBe(200)
    const refused = await clara.get(PATH)
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await (await aMusician()).get(PATH)).status).toBe(200)
  })
})

test('[EX1] every table with rows of a user is exported, or listed here with a reason', () => {
  const exported =
    'user avatar account session billing_account subscription feedback piece part practice event'.split(' ')
  const leftOut = new Map([
    ['sync_change', 'ids of changes, so that none is applied twice'],
    ['user_revision', 'counts the writes'],
    ['sign_in_code', 'unused codes, which an export must never contain'],
    ['verification', 'the same'],
    ['rate_limit', 'hashes, stored for a day at most'],
  ])
  const ofUsers = Object.entries(USER_ROW_CONDITIONS).flatMap(([table, isOwn]) =>
    isOwn === null ? [] : [table],
  )
  expect(ofUsers.toSorted()).toEqual([...exported, ...leftOut.keys()].toSorted())
})
