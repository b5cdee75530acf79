import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arbitraryIntention } from '#tests/library/arbitraries.ts'
import { changeId, NOON, partId, pieceId, practiceId } from '#tests/library/builders.ts'
import { parseChange } from './change.ts'

const envelope = { id: changeId(1), at: NOON }
const part = { id: partId(1), name: 'Theme', currentTempo: 80 }
const piece = { id: pieceId(1), name: 'Gigue', importance: 3, endTempo: 120, parts: [part] }
const valid: Record<string, object> = {
  'piece.create': piece,
  'piece.patch': { id: pieceId(1), endTempo: 126 },
  'piece.delete': { id: pieceId(1) },
  'piece.restore': { id: pieceId(1) },
  'part.add': { ...part, pieceId: pieceId(1) },
  'part.patch': { id: partId(1), currentTempo: 90 },
  'part.delete': { id: partId(1) },
  'practice.add': { id: practiceId(1), pieceId: pieceId(1), partId: partId(1), tempo: 90 },
  'practice.retract': { id: practiceId(1), currentTempo: 80, lastPracticed: null },
}
const kinds = Object.keys(valid)

const verdictOn = (kind: string, args: unknown, more: object = {}) => {
  const parsed = parseChange({ ...envelope, kind, args, ...more })
  return parsed.kind === 'change' ? 'change' : parsed.code
}
/** What becomes of a kind's valid arguments with some of them replaced. */
const withFields = (kind: string, fields: object) => verdictOn(kind, { ...valid[kind], ...fields })
const sections = (count: number) =>
  Array.from({ length: count }, (_, number) => ({ ...part, id: partId(number) }))

describe('the envelope', () => {
  test.each(kinds)('[CH1] a %s is read', kind => {
    const change = { ...envelope, kind, args: valid[kind] }
    expect(parseChange(change)).toEqual({ kind: 'change', change })
  })

  test.each([
    ['no id', { id: undefined }],
    ['an id that is no UUID', { id: 'change-1' }],
    ['an id in capitals', { id: changeId(10).toUpperCase() }],
    ['no stamp', { at: undefined }],
    ['a stamp in parts of milliseconds', { at: NOON + 0.5 }],
    ['a stamp before 1970', { at: -1 }],
    ['a stamp after the year 9999', { at: 253_402_300_800_000 }],
    ['a stamp that is text', { at: String(NOON) }],
    ['a key that nobody knows', { userId: 'somebody else' }],
    ['a kind that is no text', { kind: 7 }],
  ])('[CH1] %s: invalid', (_, fault) => {
    expect(verdictOn('piece.delete', valid['piece.delete'], fault)).toBe('invalid')
  })

  test.each([null, undefined, 7, 'change', [], [1, 2], {}, true])('[CH1] %j: invalid', input => {
    expect(parseChange(input)).toEqual({ kind: 'rejected', code: 'invalid' })
  })

  test('[CH1] a stamp of 1970 and one of the year 9999 are times', () => {
    for (const at of [0, 253_402_300_799_999])
      expect(verdictOn('piece.delete', valid['piece.delete'], { at })).toBe('change')
  })

  test.each(['piece.rename', '', 'toString', 'constructor', '__proto__', 'PIECE.CREATE'])(
    '[CH1] "%s" is an unknown kind',
    kind => {
      expect(verdictOn(kind, valid['piece.delete'])).toBe('unknown-kind')
    },
  )
})

describe('the arguments', () => {
  test.each(kinds)('[CH1] a key that nobody knows in a %s: invalid', kind => {
    expect(withFields(kind, { priority: 5 })).toBe('invalid')
    expect(withFields(kind, { userId: 'somebody else' })).toBe('invalid')
  })

  test('[CH1] a key that nobody knows in a part of a new piece: invalid', () => {
    expect(withFields('piece.create', { parts: [{ ...part, position: 3 }] })).toBe('invalid')
  })

  test('[CH1] a prototype from outside changes nothing', () => {
    const args: unknown = JSON.parse(`{"id":"${pieceId(1)}","endTempo":90,"__proto__":{"name":"Evil"}}`)
    const parsed = parseChange({ ...envelope, kind: 'piece.patch', args })
    expect(JSON.stringify(parsed)).not.toContain('Evil')
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  test.each(kinds)('[CH1] a %s without one of its keys: invalid', kind => {
    for (const key of Object.keys(valid[kind] ?? {}))
      expect(withFields(kind, { [key]: undefined })).toBe('invalid')
    expect(verdictOn(kind, null)).toBe('invalid')
    expect(verdictOn(kind, [])).toBe('invalid')
  })

  test.each([
    ['piece.create', 'endTempo'],
    ['piece.patch', 'endTempo'],
    ['part.add', 'currentTempo'],
  ])('[CH1] %s: %s is 40 to 208', (kind, field) => {
    const verdicts = [39, 40, 208, 209, 100.5].map(tempo => withFields(kind, { [field]: tempo }))
    expect(verdicts).toEqual(['invalid', 'change', 'change', 'invalid', 'invalid'])
  })

  test('[CH1] the parts of a new piece have tempos of 40 to 208', () => {
    const verdicts = [39, 40, 208, 209].map(currentTempo =>
      withFields('piece.create', { parts: [{ ...part, currentTempo }] }),
    )
    expect(verdicts).toEqual(['invalid', 'change', 'change', 'invalid'])
  })

  test.each([
    ['practice.add', 'tempo'],
    ['practice.retract', 'currentTempo'],
    ['part.patch', 'currentTempo'],
  ])('[CH1] %s: %s may be a reached tempo, 40 to 228', (kind, field) => {
    const verdicts = [39, 40, 228, 229].map(tempo => withFields(kind, { [field]: tempo }))
    expect(verdicts).toEqual(['invalid', 'change', 'change', 'invalid'])
  })

  test('[CH1] a section is moved to a place of 0 to 100,000', () => {
    const verdicts = [-1, 0, 100_000, 100_001, 0.5, '1'].map(position =>
      withFields('part.patch', { position }),
    )
    expect(verdicts).toEqual(['invalid', 'change', 'change', 'invalid', 'invalid', 'invalid'])
  })

  test('[CH1] the time of an entry is 1 to 3600 seconds, the planned one 60 to 3600', () => {
    const seconds = [0, 1, 3600, 3601, 1.5].map(seconds => withFields('practice.add', { seconds }))
    expect(seconds).toEqual(['invalid', 'change', 'change', 'invalid', 'invalid'])
    const planned = [59, 60, 3600, 3601].map(plannedSeconds => withFields('practice.add', { plannedSeconds }))
    expect(planned).toEqual(['invalid', 'change', 'change', 'invalid'])
  })

  test('[CH1] the day of an entry is any whole number, its run-through a UUID', () => {
    const days = [-1, 0, 20_000, 9e15, 0.5, '2026-11-20'].map(day => withFields('practice.add', { day }))
    expect(days).toEqual(['change', 'change', 'change', 'change', 'invalid', 'invalid'])
    const ids = [changeId(1), 'run 1', null].map(runThroughId => withFields('practice.add', { runThroughId }))
    expect(ids).toEqual(['change', 'invalid', 'change'])
    const tries = [false, null, 1].map(firstTryClean => withFields('practice.add', { firstTryClean }))
    expect(tries).toEqual(['change', 'change', 'invalid'])
  })

  test('[CH1] the day of a performance is one from 1970 to 9999, or none; a hold is yes or no', () => {
    const days = [-1, 0, 2_932_896, 2_932_897, 1.5, null].map(performOn =>
      withFields('piece.patch', { performOn }),
    )
    expect(days).toEqual(['invalid', 'change', 'change', 'invalid', 'invalid', 'change'])
    const holds = [true, false, null, 1].map(onHold => withFields('piece.patch', { onHold }))
    expect(holds).toEqual(['change', 'change', 'invalid', 'invalid'])
  })

  test('[CH1] urgency is 1 to 5', () => {
    const verdicts = [0, 1, 5, 6, 2.5].map(importance => withFields('piece.patch', { importance }))
    expect(verdicts).toEqual(['invalid', 'change', 'change', 'invalid', 'invalid'])
  })

  test('[CH1] the name of a piece has 3 to 25 characters', () => {
    const names = ['ab', 'abc', 'a'.repeat(25), 'a'.repeat(26), '  a  ', 'x'.repeat(10_000)]
    for (const kind of ['piece.create', 'piece.patch'])
      expect(names.map(name => withFields(kind, { name }))).toEqual([
        'invalid',
        'change',
        'change',
        'invalid',
        'invalid',
        'invalid',
      ])
  })

  test('[CH1] the name of a section has 1 to 25 characters', () => {
    const names = ['', 'a', 'a'.repeat(25), 'a'.repeat(26), null]
    for (const kind of ['part.add', 'part.patch'])
      expect(names.map(name => withFields(kind, { name }))).toEqual([
        'invalid',
        'change',
        'change',
        'invalid',
        'invalid',
      ])
  })

  test('[CH1] names are tidied', () => {
    const parsed = parseChange({
      ...envelope,
      kind: 'piece.create',
      args: { ...piece, name: '  Suite\n Nr. 2 ', parts: [{ ...part, name: ' The  theme' }] },
    })
    expect(parsed).toMatchObject({
      change: { args: { name: 'Suite Nr. 2', parts: [{ name: 'The theme' }] } },
    })
  })

  test('[CH1] a patch changes something', () => {
    expect(verdictOn('piece.patch', { id: pieceId(1) })).toBe('invalid')
    expect(verdictOn('part.patch', { id: partId(1) })).toBe('invalid')
    expect(verdictOn('piece.patch', { id: pieceId(1), click: null })).toBe('change')
  })

  test('[CH1] a piece is made with 1 to 200 parts, each with its own id', () => {
    const verdicts = [0, 1, 200, 201].map(count => withFields('piece.create', { parts: sections(count) }))
    expect(verdicts).toEqual(['invalid', 'change', 'change', 'invalid'])
    expect(withFields('piece.create', { parts: [part, { ...part, name: 'Coda' }] })).toBe('invalid')
  })

  test('[CH1] only the single part of a piece practiced as a whole has no name', () => {
    const nameless = { ...part, id: partId(2), name: null }
    expect(withFields('piece.create', { parts: [nameless] })).toBe('change')
    expect(withFields('piece.create', { parts: [part, nameless] })).toBe('invalid')
  })

  test('[CH1] the settings of the click keep their ranges', () => {
    const click = { beats: 7, accent: true, subdivision: 4, countIn: true, play: 16, rest: 16 }
    expect(withFields('piece.patch', { click })).toBe('change')
    expect(withFields('piece.patch', { click: {} })).toBe('change')
    for (const fault of [
      { beats: 0 },
      { beats: 8 },
      { subdivision: 5 },
      { play: 0 },
      { rest: 17 },
      { swing: 1 },
    ])
      expect(withFields('piece.patch', { click: { ...click, ...fault } })).toBe('invalid')
  })

  test('[CH1] an entry is taken back to a time or to none', () => {
    const verdicts = [null, 0, NOON, -1, 'never'].map(lastPracticed =>
      withFields('practice.retract', { lastPracticed }),
    )
    expect(verdicts).toEqual(['change', 'change', 'change', 'invalid', 'invalid'])
  })
})

describe('whatever comes', () => {
  const all = arbitraryIntention({ pieces: fc.nat(), parts: fc.nat(), practice: fc.nat() })
  const aChange = fc.record({
    id: fc.nat().map(changeId),
    at: fc.nat({ max: 253_402_300_799_999 }),
  })

  test('[CH1] a valid change comes back as it was, through JSON', () => {
    fc.assert(
      fc.property(all, aChange, (intention, envelope) => {
        const change = { ...envelope, ...intention }
        expect(parseChange(JSON.parse(JSON.stringify(change)))).toEqual({ kind: 'change', change })
      }),
      { numRuns: 500 },
    )
  })

  test('[CH1] nothing makes it throw', () => {
    const anything = fc.anything({ withNullPrototype: true, withBigInt: true, withMap: true, withDate: true })
    const almost = fc.record(
      {
        id: fc.constant(envelope.id),
        at: fc.anything(),
        args: anything,
        kind: fc.constantFrom(...kinds),
      },
      { requiredKeys: [] },
    )
    const spoiled = fc
      .tuple(
        fc.constantFrom(...kinds),
        fc.dictionary(fc.constantFrom('id', 'name', 'parts', 'tempo', 'click'), anything),
      )
      .map(([kind, fields]) => ({ ...envelope, kind, args: { ...valid[kind], ...fields } }))
    fc.assert(
      fc.property(fc.oneof(anything, fc.jsonValue(), almost, spoiled), input => {
        expect(['change', 'rejected']).toContain(parseChange(input).kind)
      }),
      { numRuns: 1000 },
    )
  })
})
