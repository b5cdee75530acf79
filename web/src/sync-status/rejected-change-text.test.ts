import i18next, { type TFunction } from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import type { Intention } from '#core/library/change.ts'
import { EMPTY_LIBRARY, withUpsertedRows } from '#core/library/library.ts'
import { CHANGE_REJECTION_CODES } from '#core/protocol/problem.ts'
import {
  aChange,
  aPart,
  aPiece,
  aPractice,
  bpm,
  NOON,
  partId,
  pieceId,
  practiceId,
} from '#tests/library/builders.ts'
import type { RejectedRow } from '#web/store/local-database.ts'
import de from '../../../locales/de/sync.json' with { type: 'json' }
import en from '../../../locales/en/sync.json' with { type: 'json' }
import { createNameLookup, describeIntendedChange, describeRejectionReason } from './rejected-change-text.ts'

const library = withUpsertedRows(EMPTY_LIBRARY, {
  pieces: [aPiece({ name: 'Bach' })],
  parts: [aPart({ name: 'Giga' })],
  practice: [],
})
const create: Intention = {
  kind: 'piece.create',
  args: {
    id: pieceId(2),
    name: 'Chaconne',
    importance: 3,
    endTempo: bpm(120),
    parts: [{ id: partId(2), name: null, currentTempo: bpm(60) }],
  },
}

const rejected = (intention: Intention, code: RejectedRow['code'] = 'invalid'): RejectedRow => {
  const change = aChange(intention)
  const entry = change.kind === 'practice.retract' ? { entry: aPractice() } : {}
  return { id: change.id, change, offset: 0, code, at: NOON, ...entry }
}
const retraction: Intention = {
  kind: 'practice.retract',
  args: { id: practiceId(1), currentTempo: bpm(60), lastPracticed: null },
}
const names = createNameLookup(library, [rejected(create), rejected(retraction)])

const change = (kind: Intention['kind'], args: object) => ({ kind, args }) as Intention
const several = { endTempo: 126, importance: 5, click: null, performOn: null, onHold: true }
const moved = { name: 'Coda', currentTempo: 72, position: 2 }
const practiced = { id: practiceId(2), pieceId: pieceId(2), partId: partId(2), tempo: 91 }

const cases: [Intention, string][] = [
  [create, 'Add “Chaconne”'],
  [
    change('piece.patch', { id: pieceId(1), ...several }),
    'Change “Bach”: goal 126 bpm, urgency 5, click, performance date, on hold',
  ],
  [change('piece.patch', { id: pieceId(1), onHold: false }), 'Change “Bach”: practiced again'],
  [change('piece.delete', { id: pieceId(9) }), 'Delete “unknown piece”'],
  [change('piece.restore', { id: pieceId(1) }), 'Bring “Bach” back'],
  [change('part.add', { pieceId: pieceId(1), name: 'coda' }), 'Add the section “coda” to “Bach”'],
  [
    change('part.patch', { id: partId(1), ...moved }),
    'Change “Bach (Giga)”: name “Coda”, tempo 72 bpm, place',
  ],
  [change('part.delete', { id: partId(1) }), 'Delete the section “Bach (Giga)”'],
  // A piece whose creation was rejected has its name, too.
  [change('practice.add', practiced), 'Practice “Chaconne” at 91 bpm'],
  [retraction, 'Take back what was practiced of “Bach (Giga)”'],
]

let speak: Record<'en' | 'de', TFunction<'sync'>>

beforeAll(async () => {
  const i18n = i18next.createInstance()
  await i18n.init({
    resources: { en: { sync: en }, de: { sync: de } },
    interpolation: { escapeValue: false },
  })
  speak = { en: i18n.getFixedT('en', 'sync'), de: i18n.getFixedT('de', 'sync') }
})

test.each(cases)('[RC1] %o is told as “%s”', (intention, english) => {
  expect(describeIntendedChange(speak.en, aChange(intention), names)).toBe(english)
})

test('[RC1] every reason has words of its own, in both languages', () => {
  for (const t of [speak.en, speak.de]) {
    const words = CHANGE_REJECTION_CODES.map(code => describeRejectionReason(t, rejected(create, code)))
    expect(new Set(words).size).toBe(CHANGE_REJECTION_CODES.length)
    expect(words.filter(word => /\{\{|why\./.test(word))).toEqual([])
  }
})
