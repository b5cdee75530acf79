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
const verdictWithFields = (kind: string, fields: object) => verdictOn(kind, { ...valid[kind], ...fields })
const sections = (count: number) =>
  Array.from({ length: count }, (_, number) => ({ ...part, id: partId(number) }))

describe('the envelope', () => {
  test.each([
    ['no id', { id: undefined }],
    ['an id in capitals', { id: changeId(10).toUpperCase() }],
    ['a stamp in parts of milliseconds', { at: NOON + 0.5 }],
    ['a stamp before 1970', { at: -1 }],
    ['a stamp after the year 9999', { at: 253_402_300_800_000 }],
    ['a key that nobody knows', { userId: 'somebody else' }],
    ['a kind that is no text', { kind: 7 }],
  ])('[CH1] %s: invalid', (_, fault) => {
    expect(verdictOn('piece.delete', valid['piece.delete'], fault)).toBe('invalid')
  })

  test.each([null, 'change', [1, 2], {}])('[CH1] %j: invalid', input => {
    expect(parseChange(input)).toEqual({ kind: 'rejected', code: 'invalid' })
  })

  test.each(['piece.rename', '', 'constructor', '__proto__', 'PIECE.CREATE'])(
    '[CH1] "%s" is an unknown kind',
    kind => {
      expect(verdictOn(kind, valid['piece.delete'])).toBe('unknown-kind')
    },
  )
})

describe('the arguments', () => {
  test.each(kinds)('[CH1] a %s without one of its keys, or with one that nobody knows: invalid', kind => {
    for (const key of Object.keys(valid[kind] ?? {}))
      expect(verdictWithFields(kind, { [key]: undefined })).toBe('invalid')
    expect(verdictWithFields(kind, { userId: 'somebody else' })).toBe('invalid')
    expect(verdictOn(kind, null)).toBe('invalid')
  })

  test('[CH1] a prototype from outside changes nothing', () => {
    const args: unknown = JSON.parse(`{"id":"${pieceId(1)}","endTempo":90,"__proto__":{"name":"Evil"}}`)
    const parsed = parseChange({ ...envelope, kind: 'piece.patch', args })
    expect(JSON.stringify(parsed)).not.toContain('Evil')
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  const nameless = { ...part, id: partId(2), name: null }
  const click = { beats: 12, accent: true, subdivision: 4, countIn: true, play: 16, rest: 16 }
  const pieceNames = [
    ['abc', 'a'.repeat(25)],
    ['ab', 'a'.repeat(26), '  a  ', 'x'.repeat(10_000)],
  ] as const
  const sectionNames = [
    ['a', 'a'.repeat(25)],
    ['', 'a'.repeat(26), null],
  ] as const

  test.each<readonly [string, string, readonly unknown[], readonly unknown[]]>([
    ['piece.create', 'endTempo', [40, 208], [39, 209, 100.5]],
    ['piece.patch', 'endTempo', [40, 208], [39, 209]],
    ['part.add', 'currentTempo', [40, 208], [39, 209]],
    // A tempo that was reached may pass the maximum of a goal, also when a form returns it.
    ['part.patch', 'currentTempo', [40, 228], [39, 229]],
    ['practice.add', 'tempo', [40, 228], [39, 229]],
    ['practice.retract', 'currentTempo', [40, 228], [39, 229]],
    ['practice.retract', 'lastPracticed', [null, 0, NOON], [-1, 'never']],
    ['practice.add', 'seconds', [1, 3600], [0, 3601, 1.5]],
    ['practice.add', 'plannedSeconds', [60, 3600], [59, 3601]],
    ['practice.add', 'day', [-1, 0, 9e15], [0.5, '2026-11-20']],
    ['practice.add', 'runThroughId', [changeId(1), null], ['run 1']],
    ['practice.add', 'firstTryClean', [false, null], [1]],
    ['piece.patch', 'performOn', [0, 2_932_896, null], [-1, 2_932_897, 1.5]],
    ['piece.patch', 'onHold', [true, false], [null, 1]],
    ['piece.patch', 'importance', [1, 5], [0, 6, 2.5]],
    ['piece.patch', 'click', [click, {}, null], [{ beats: 0 }, { beats: 13 }, { rest: 17 }, { swing: 1 }]],
    ['part.patch', 'position', [0, 100_000], [-1, 100_001, 0.5, '1']],
    ['piece.create', 'name', ...pieceNames],
    ['piece.patch', 'name', ...pieceNames],
    ['part.add', 'name', ...sectionNames],
    ['part.patch', 'name', ...sectionNames],
    ['piece.create', 'parts', [sections(1), sections(200), [nameless]], [[], sections(201)]],
    [
      'piece.create',
      'parts',
      [],
      [
        [part, { ...part, name: 'Coda' }],
        [part, nameless],
      ],
    ],
    ['piece.create', 'parts', [], [[{ ...part, currentTempo: 209 }], [{ ...part, position: 3 }]]],
  ])('[CH1] in a %s, %s keeps its limits', (kind, field, taken, refused) => {
    expect(taken.filter(value => verdictWithFields(kind, { [field]: value }) !== 'change')).toEqual([])
    expect(refused.filter(value => verdictWithFields(kind, { [field]: value }) !== 'invalid')).toEqual([])
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
  })
})

describe('whatever comes', () => {
  test('[CH1] a valid change comes back as it was, through JSON', () => {
    const all = arbitraryIntention({ pieces: fc.nat(), parts: fc.nat(), practice: fc.nat() })
    const anEnvelope = fc.record({ id: fc.nat().map(changeId), at: fc.nat({ max: 253_402_300_799_999 }) })
    fc.assert(
      fc.property(all, anEnvelope, (intention, envelope) => {
        const change = { ...envelope, ...intention }
        expect(parseChange(JSON.parse(JSON.stringify(change)))).toEqual({ kind: 'change', change })
      }),
      { numRuns: 500 },
    )
  })

  test('[CH1] nothing makes it throw', () => {
    const anything = fc.anything({ withNullPrototype: true, withBigInt: true, withMap: true, withDate: true })
    const corrupted = fc
      .tuple(
        fc.constantFrom(...kinds),
        fc.dictionary(fc.constantFrom('id', 'name', 'parts', 'tempo', 'click'), anything),
      )
      .map(([kind, fields]) => ({ ...envelope, kind, args: { ...valid[kind], ...fields } }))
    fc.assert(
      fc.property(fc.oneof(anything, fc.jsonValue(), corrupted), input => {
        expect(['change', 'rejected']).toContain(parseChange(input).kind)
      }),
      { numRuns: 1000 },
    )
  })
})
