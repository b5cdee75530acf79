import { describe, expect, test } from 'vitest'
import type { Intention } from '#core/library/change.ts'
import type { RejectionCode } from '#core/protocol/problem.ts'
import { aChange, bpm, NOON, partId, pieceId, practiceId } from '#tests/library/builders.ts'
import type { RejectedRow } from './local-database.ts'
import { wasRejectedByPlanLimit, groupRejectedChanges, flattenRejectedGroups } from './rejected-groups.ts'

let made = 0

function aRefused(code: RejectionCode, intention: Intention): RejectedRow {
  made += 1
  const change = { ...aChange(intention), at: NOON + made }
  return { id: change.id, change, offset: 0, code, at: NOON }
}

const create = (code: RejectionCode) =>
  aRefused(code, {
    kind: 'piece.create',
    args: {
      id: pieceId(1),
      name: 'Gigue',
      importance: 3,
      endTempo: bpm(120),
      parts: [{ id: partId(1), name: null, currentTempo: bpm(60) }],
    },
  })
const add = (code: RejectionCode) =>
  aRefused(code, {
    kind: 'part.add',
    args: { id: partId(2), pieceId: pieceId(1), name: 'coda', currentTempo: bpm(60) },
  })
const practice = (code: RejectionCode, part = 2, entry = 1) =>
  aRefused(code, {
    kind: 'practice.add',
    args: { id: practiceId(entry), pieceId: pieceId(1), partId: partId(part), tempo: bpm(70) },
  })
const retract = (code: RejectionCode) =>
  aRefused(code, {
    kind: 'practice.retract',
    args: { id: practiceId(1), currentTempo: bpm(60), lastPracticed: null },
  })

describe('what hangs on a refused change', () => {
  test('[RC3] all that was done to a refused piece stands with it, however far down', () => {
    const [root, section, tempo, undone] = [
      create('too-many-pieces'),
      add('not-found'),
      practice('not-found'),
      retract('not-found'),
    ]
    expect(groupRejectedChanges([undone, tempo, section, root])).toEqual([
      { root, dependants: [section, tempo, undone] },
    ])
  })

  test('[RC3] what was refused for a reason of its own stands alone', () => {
    const [root, section] = [create('too-many-pieces'), add('too-many-parts')]
    expect(groupRejectedChanges([root, section])).toEqual([
      { root, dependants: [] },
      { root: section, dependants: [] },
    ])
  })

  test('[RC3] what nobody here has made stands alone', () => {
    const tempo = practice('not-found')
    expect(groupRejectedChanges([tempo])).toEqual([{ root: tempo, dependants: [] }])
  })

  test('[RC3] groups come in the order in which they were made', () => {
    const [first, second] = [practice('server-error'), create('invalid')]
    expect(groupRejectedChanges([second, first]).map(({ root }) => root)).toEqual([first, second])
    expect(flattenRejectedGroups(groupRejectedChanges([second, first]))).toEqual([first, second])
  })

  test('[RC6] only the limits of the Free plan are what Pro would let through', () => {
    const over = (['too-many-pieces', 'too-many-parts'] as const).map(create)
    const other = (['invalid', 'unknown-kind', 'deleted', 'last-part', 'server-error'] as const).map(create)
    expect(over.every(row => wasRejectedByPlanLimit({ root: row, dependants: [] }))).toBe(true)
    expect(other.some(row => wasRejectedByPlanLimit({ root: row, dependants: [] }))).toBe(false)
  })
})
