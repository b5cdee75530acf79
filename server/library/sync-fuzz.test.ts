import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { Change } from '#core/library/change.ts'
import { syncOperation } from '#core/protocol/sync-protocol.ts'
import { arbitraryIntention, CROWDED_NUMBERS, someChanges } from '#tests/library/arbitraries.ts'
import { changeId, NOON, partId, pieceId } from '#tests/library/builders.ts'
import { createPiece } from '#tests/library/library-changes.ts'
import {
  aUser,
  SyncingDevice,
  createLibraryServer,
  storedRows,
  storeSubscription,
} from '#tests/sync/library-server.ts'
import { openMemoryDatabase } from '#tests/database/memory-database.ts'
import { repetitions } from '#tests/repository/repetitions.ts'

// Sends valid sync rounds in which up to three places are replaced by values that parsers, arithmetic or databases are
// known to mishandle.

const RUNS = { numRuns: repetitions(40, 150) }
const OWNED = 'Not yours'

const database = await openMemoryDatabase()
const server = createLibraryServer(database)
// A user whose pieces, parts and entries have the same ids as those drawn below.
const owner = new SyncingDevice(server, await aUser(server, 'pro'))
for (const number of [1, 2, 3]) {
  const ids = { pieceId: pieceId(number), partIds: [partId(number), partId(number + 3)], name: OWNED }
  await owner.sync(createPiece(ids))
}
const before = await storedRows(database, owner.user)
afterAll(() => database.close())

const NASTY: readonly (readonly unknown[])[] = [
  [null, true, -1, 0, 0.5, 41.5, 229, 1e21, Number.MAX_SAFE_INTEGER, 2 ** 53 + 2, -(2 ** 31), 2 ** 31],
  ['', 'NaN', 'Infinity', '1', '__proto__', 'constructor', "'; drop table piece; --", '%00', '{}'],
  ['\u0000', 'abc\u0000', '\ud800', 'ab\udc00c', '\u200b\u200b\u200b', '\u202eabc', 'ﷺ'.repeat(25)],
  ['e\u0301'.repeat(25), 'x'.repeat(300), '\u2028\u2029\n', '👩‍👩‍👧‍👦'.repeat(4), '\u0344'.repeat(20)],
  [[], {}, [[]], [null], { toString: 1 }, { length: 3 }, { beats: 3 }, { beats: 1e9 }, { rest: null }],
  [NOON, NOON * 1000, 253_402_300_799_999, 253_402_300_800_000, pieceId(1), partId(1), changeId(1)],
]
const nasty = fc.oneof(fc.constantFrom(...NASTY.flat()), fc.jsonValue({ maxDepth: 3 }))

const aCorruption = fc.record({
  place: fc.nat(10_000),
  value: nasty,
  key: fc.constantFrom('__proto__', 'userId', 'user_id', 'constructor', 'revision', 'deletedAt', 'click'),
  how: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add', 'double'),
})
type Corruption = typeof aCorruption extends fc.Arbitrary<infer S> ? S : never

type Container = Record<string, unknown> | unknown[]
const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null
const placesIn = (container: Container): { container: Container; key: string }[] =>
  Object.entries(container).flatMap(([key, value]) => [
    { container, key },
    ...(isContainer(value) ? placesIn(value) : []),
  ])

function corrupt(document: Container, { place, value, key, how }: Corruption): void {
  const places = placesIn(document)
  const chosen = places[place % places.length]
  if (chosen === undefined) return
  // A copy, because a later corruption may write into it and NASTY is used again.
  const write = (key: string, value: unknown) =>
    Object.defineProperty(chosen.container, key, {
      value: structuredClone(value),
      enumerable: true,
      configurable: true,
      writable: true,
    })
  if (how === 'replace') write(chosen.key, value)
  else if (how === 'add' && !Array.isArray(chosen.container)) write(key, value)
  else if (how === 'double' && Array.isArray(chosen.container))
    chosen.container.push(chosen.container[Number(chosen.key)])
  else Reflect.deleteProperty(chosen.container, chosen.key)
}

const moments = fc.constantFrom(
  NOON,
  0,
  1,
  NOON - 86_400_000 * 400,
  NOON + 86_400_000 * 4000,
  253_402_300_799_999,
)
const aRound = fc.record({
  changes: someChanges(arbitraryIntention(CROWDED_NUMBERS), 8),
  clientNow: moments,
  at: fc.option(moments),
  since: fc.constantFrom(0, 1, 2, 7, 2 ** 31, Number.MAX_SAFE_INTEGER),
  isKnownEpoch: fc.boolean(),
  isPro: fc.boolean(),
  corruptions: fc.array(aCorruption, { maxLength: 3 }),
})
type Round = typeof aRound extends fc.Arbitrary<infer R> ? R : never

function bodyOf({ changes, clientNow, at, since, isKnownEpoch, corruptions }: Round): string {
  const stamped = changes.map((change: Change) => ({ ...change, at: at ?? change.at }))
  const epoch = isKnownEpoch ? owner.epoch : null
  const document: Container = { clientId: '\u0007', schema: 1, epoch, clientNow, since, changes: stamped }
  const copy: unknown = JSON.parse(JSON.stringify(document))
  if (!isContainer(copy)) throw new Error('a document is an object')
  for (const corruption of corruptions) corrupt(copy, corruption)
  return JSON.stringify(copy)
}

test('[LS19] whatever is sent, the server finds an answer, keeps its tables and shows nobody what is another’s', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aRound, { minLength: 1, maxLength: 3 }), async rounds => {
      const user = await aUser(server, 'free')
      if (rounds[0]?.isPro) await storeSubscription(database, user)
      for (const round of rounds) {
        const response = await new SyncingDevice(server, user).post(bodyOf(round))
        const text = await response.text()
        expect([200, 400, 413, 426]).toContain(response.status)
        expect(text).not.toContain(OWNED)
        if (response.status !== 200) continue
        const answer = syncOperation.response.parse(JSON.parse(text))
        // A server error would mean that a rule let something through and only a CHECK of a table refused it.
        expect(text).not.toContain('server-error')
        const names = [...answer.rows.pieces, ...answer.rows.parts].map(({ name }) => name)
        for (const name of names) expect(name ?? '').not.toMatch(/[\p{Cc}\p{Cs}]/u)
      }
    }),
    RUNS,
  )
  expect(await storedRows(database, owner.user)).toEqual(before)
  expect(Object.prototype).not.toHaveProperty('polluted')
})
