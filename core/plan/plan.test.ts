import { describe, expect, test } from 'vitest'
import { bpm, partId, pieceId, practiceId } from '#tests/library/builders.ts'
import type { Intention } from '#core/library/change.ts'
import { checkChangeAgainstPlanLimits, checkPieceLimit, checkResultingPartCount } from './plan.ts'

const tooManyPieces = { kind: 'rejected', because: 'too-many-pieces' }
const tooManyParts = { kind: 'rejected', because: 'too-many-parts' }
const allowed = { kind: 'allowed' }

const adding = (parts: number): Intention => ({
  kind: 'piece.create',
  args: {
    id: pieceId(9),
    name: 'Gigue',
    importance: 3,
    endTempo: bpm(120),
    parts: Array.from({ length: parts }, (_, part) => ({
      id: partId(part),
      name: 'Theme',
      currentTempo: bpm(80),
    })),
  },
})
const addingPart: Intention = {
  kind: 'part.add',
  args: { id: partId(9), pieceId: pieceId(1), name: 'Coda', currentTempo: bpm(80) },
}
const holding = (pieces: number, parts: number) => ({ pieces, partsOf: () => parts })

test.each(['pro', undefined] as const)('[PL3] %s: nothing is refused', role => {
  expect(checkPieceLimit(role, 1000)).toEqual(allowed)
  expect(checkResultingPartCount(role, 1000)).toEqual(allowed)
  expect(checkChangeAgainstPlanLimits(adding(200), holding(1000, 0), role)).toEqual(allowed)
  expect(checkChangeAgainstPlanLimits(addingPart, holding(1000, 1000), role)).toEqual(allowed)
})

describe('a change on the Free plan', () => {
  test('[PL1] adds a piece beside three, not beside four', () => {
    expect(checkChangeAgainstPlanLimits(adding(1), holding(3, 0), null)).toEqual(allowed)
    expect(checkChangeAgainstPlanLimits(adding(1), holding(4, 0), null)).toEqual(tooManyPieces)
  })

  test('[PL1] adds a piece with three sections, not with four', () => {
    expect(checkChangeAgainstPlanLimits(adding(3), holding(0, 0), null)).toEqual(allowed)
    expect(checkChangeAgainstPlanLimits(adding(4), holding(0, 0), null)).toEqual(tooManyParts)
  })

  test('[PL1] bringing a deleted piece back counts as adding one, and its sections are not counted again', () => {
    const back: Intention = { kind: 'piece.restore', args: { id: pieceId(1) } }
    expect(checkChangeAgainstPlanLimits(back, holding(3, 9), null)).toEqual(allowed)
    expect(checkChangeAgainstPlanLimits(back, holding(4, 1), null)).toEqual(tooManyPieces)
    expect(checkChangeAgainstPlanLimits(back, holding(4, 1), 'pro')).toEqual(allowed)
  })

  test('[PL1] adds a third section or brings it back, not a fourth, and counts those of that piece', () => {
    expect(checkChangeAgainstPlanLimits(addingPart, holding(9, 2), null)).toEqual(allowed)
    expect(checkChangeAgainstPlanLimits(addingPart, holding(0, 3), null)).toEqual(tooManyParts)
    const partBack: Intention = { kind: 'part.restore', args: { id: partId(1), pieceId: pieceId(1) } }
    expect(checkChangeAgainstPlanLimits(partBack, holding(9, 2), null)).toEqual(allowed)
    expect(checkChangeAgainstPlanLimits(partBack, holding(0, 3), null)).toEqual(tooManyParts)
    const partsOf = (id: string) => (id === pieceId(1) ? 3 : 0)
    expect(checkChangeAgainstPlanLimits(addingPart, { pieces: 1, partsOf }, null)).toEqual(tooManyParts)
  })

  test.each<Intention>([
    { kind: 'piece.patch', args: { id: pieceId(1), endTempo: bpm(130) } },
    { kind: 'part.delete', args: { id: partId(1) } },
    {
      kind: 'practice.add',
      args: { id: practiceId(1), pieceId: pieceId(1), partId: partId(1), tempo: bpm(90) },
    },
  ])('[PL3] $kind is never refused, however much there is', intention => {
    expect(checkChangeAgainstPlanLimits(intention, holding(1000, 1000), null)).toEqual(allowed)
  })
})
