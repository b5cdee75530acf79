import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aChange, aPart, aPiece, aPractice, changeId, NOON, pieceId } from '#tests/library/builders.ts'
import {
  MAX_CHANGES_ACCEPTED,
  MAX_CHANGES_SENT,
  parseSyncRequest,
  findResultForChange,
  syncOperation,
  createSyncRequest,
  type SyncResponse,
} from './sync-protocol.ts'

const change = aChange({ kind: 'piece.delete', args: { id: pieceId(1) } })
const cursors = { since: 0, entriesSince: 0 }
const request = { clientId: 'phone', schema: 1, epoch: null, clientNow: NOON, ...cursors, changes: [change] }
const answer: SyncResponse = {
  results: [
    { id: changeId(1), status: 'applied' },
    { id: changeId(2), status: 'duplicate' },
    { id: changeId(3), status: 'rejected', code: 'too-many-pieces' },
  ],
  reset: false,
  epoch: 'e1',
  revision: 7,
  more: false,
  now: NOON,
  plan: 'pro',
  rows: { pieces: [aPiece({ click: { beats: 3 } })], parts: [aPart()] },
  entries: [aPractice()],
  entriesRevision: 7,
  moreEntries: false,
}
const changes = (count: number) => Array.from({ length: count }, () => change)
const kindOf = (fields: object) => parseSyncRequest({ ...request, ...fields }).kind
const read = (input: unknown) => syncOperation.response.safeParse(input)
const accepts = (fields: object) => read({ ...answer, ...fields }).success

describe('a round', () => {
  test('[CH1] is read as it was sent', () => {
    expect(parseSyncRequest(JSON.parse(JSON.stringify(request)))).toEqual({ kind: 'request', request })
    expect(kindOf({ epoch: 'e1', since: 12, changes: [] })).toBe('request')
  })

  test.each<object>([
    { clientId: '' },
    { clientId: 'x'.repeat(65) },
    { schema: '1' },
    { epoch: undefined },
    { clientNow: 1.5 },
    { clientNow: 253_402_300_800_000 },
    { since: -1 },
    { entriesSince: undefined },
    { changes: [7] },
    { changes: [{ id: 'x'.repeat(65) }] },
    { user: 'somebody else' },
  ])('[CH1] %j: malformed', fields => {
    expect(kindOf(fields)).toBe('malformed')
  })

  test('[CH1] the changes in it are judged one by one later, whatever they are', () => {
    const odd = { id: 'anything', kind: 'nobody knows', args: [1], more: true }
    expect(parseSyncRequest({ ...request, changes: [odd] })).toMatchObject({ request: { changes: [odd] } })
  })

  test('[LS19] 100 changes are taken, 101 are too many', () => {
    expect([MAX_CHANGES_SENT, MAX_CHANGES_ACCEPTED]).toEqual([50, 100])
    expect(kindOf({ changes: changes(100) })).toBe('request')
    expect(kindOf({ changes: changes(101) })).toBe('too-many')
  })

  test('[LS19] a device sends the first 50, and its clock in whole milliseconds', () => {
    const all = Array.from({ length: 51 }, () => aChange({ kind: 'piece.delete', args: { id: pieceId(1) } }))
    const device = { clientId: 'phone', epoch: 'e1', clientNow: NOON + 0.6, since: 3, entriesSince: 2 }
    const sent = createSyncRequest(device, all)
    expect(sent).toEqual({ ...device, schema: 1, clientNow: NOON + 1, changes: all.slice(0, 50) })
    expect(parseSyncRequest(sent).kind).toBe('request')
  })

  test('[SC20] another form of the round is too old, whatever else is in it', () => {
    expect(kindOf({ schema: 0 })).toBe('too-old')
    expect(kindOf({ schema: 2 })).toBe('too-old')
    expect(parseSyncRequest({ schema: 2, everything: 'else' }).kind).toBe('too-old')
  })
})

describe('an answer', () => {
  test('[LS6][SC19] is read as it was sent, and what is new in it is passed over', () => {
    const sent: unknown = JSON.parse(JSON.stringify({ ...answer, motto: 'da capo' }))
    expect(read(sent).data).toEqual(answer)
  })

  test('[LS6] tells of each change what became of it', () => {
    expect(findResultForChange(answer, changeId(2))).toEqual({ id: changeId(2), status: 'duplicate' })
    expect(findResultForChange(answer, changeId(3))).toMatchObject({ code: 'too-many-pieces' })
    expect(findResultForChange(answer, changeId(4))).toBeUndefined()
  })

  test('[LS6] a rejection has a code of the list, and nothing else is a verdict', () => {
    expect(accepts({ results: [{ id: changeId(1), status: 'rejected', code: 'last-part' }] })).toBe(true)
    expect(accepts({ results: [{ id: changeId(1), status: 'rejected' }] })).toBe(false)
    expect(accepts({ results: [{ id: changeId(1), status: 'rejected', code: 'mood' }] })).toBe(false)
    expect(accepts({ results: [{ id: changeId(1), status: 'maybe' }] })).toBe(false)
  })

  test.each<object>([
    { epoch: null },
    { revision: -1 },
    { reset: undefined },
    { now: 'noon' },
    { plan: 'gold' },
    { rows: { pieces: [] } },
    { rows: { pieces: [{ ...aPiece(), onHold: undefined }], parts: [] } },
    { rows: { pieces: [{ ...aPiece(), stamps: { name: 'noon' } }], parts: [] } },
    { entries: [{ ...aPractice(), at: null }] },
  ])('[SC19] with %j it is none', fields => {
    expect(accepts(fields)).toBe(false)
  })

  test.each(['<html>Welcome to our Wi-Fi</html>', null, {}])('[SC19] %j is none', input => {
    expect(read(input).success).toBe(false)
  })

  test('[CH1][SC19] nothing makes the parsers throw', () => {
    const spoiled = fc
      .dictionary(fc.constantFrom(...Object.keys(answer), ...Object.keys(request)), fc.anything())
      .chain(fields => fc.constantFrom({ ...answer, ...fields }, { ...request, ...fields }))
    fc.assert(
      fc.property(fc.oneof(fc.anything({ withNullPrototype: true }), fc.jsonValue(), spoiled), input => {
        expect(['request', 'malformed', 'too-many', 'too-old']).toContain(parseSyncRequest(input).kind)
        expect(typeof read(input).success).toBe('boolean')
      }),
      { numRuns: 500 },
    )
  })
})
