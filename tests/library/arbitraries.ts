import fc from 'fast-check'
import type { Change, Intention } from '#core/library/change.ts'
import { dayAtUtcOffset, type Day } from '#core/library/day.ts'
import type { PieceFields, PracticeDetails, RunThroughId } from '#core/library/piece.ts'
import {
  findPartNameFault,
  findPieceNameFault,
  IMPORTANCE_LEVELS,
  MAX_BEATS_PER_BAR,
  normalizeName,
} from '#core/library/piece.ts'
import { bpm, changeId, NOON, partId, pieceId, practiceId } from './builders.ts'

// Arbitraries for fast-check. Their ranges are small, so that changes often concern the same row.

const anImportance = fc.constantFrom(...IMPORTANCE_LEVELS)
const aGoal = fc.integer({ min: 40, max: 208 }).map(bpm)
const aTempo = fc.integer({ min: 40, max: 228 }).map(bpm)
const aMoment = fc.integer({ min: NOON, max: NOON + 3_600_000 })

const aName = (faultOf: typeof findPieceNameFault) =>
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 25 })
    .map(normalizeName)
    .filter(name => faultOf(name) === null && /[\p{L}\p{N}]/u.test(name))
const aPieceName = aName(findPieceNameFault)
const aPartName = aName(findPartNameFault)
const aPosition = fc.nat(4)

const optional = { requiredKeys: [] as [] }
const clickFields = {
  beats: fc.integer({ min: 1, max: MAX_BEATS_PER_BAR }),
  accent: fc.boolean(),
  subdivision: fc.integer({ min: 1, max: 4 }),
  countIn: fc.boolean(),
  play: fc.integer({ min: 1, max: 16 }),
  rest: fc.integer({ min: 0, max: 16 }),
}
export const anyPattern = fc.record(clickFields)
const clickSettings = fc.option(fc.record(clickFields, optional))

/** Includes days that no time zone has at NOON. */
const aDay = fc.integer({ min: -3, max: 3 }).map(days => (dayAtUtcOffset(NOON, 0) + days) as Day)

const PIECE_VALUES: { [Name in keyof PieceFields]: fc.Arbitrary<PieceFields[Name]> } = {
  name: aPieceName,
  importance: anImportance,
  endTempo: aGoal,
  click: clickSettings,
  performOn: fc.option(aDay),
  onHold: fc.boolean(),
}

const DETAIL_VALUES: { [Name in keyof PracticeDetails]: fc.Arbitrary<PracticeDetails[Name]> } = {
  seconds: fc.integer({ min: 1, max: 3600 }),
  plannedSeconds: fc.integer({ min: 60, max: 3600 }),
  day: aDay,
  firstTryClean: fc.boolean(),
  runThroughId: fc.constantFrom(1, 2).map(number => practiceId(number) as string as RunThroughId),
}

type Numbers = { pieces: fc.Arbitrary<number>; parts: fc.Arbitrary<number>; practice: fc.Arbitrary<number> }

/**
 * Returns an arbitrary of valid intentions, which are changes before they get an id and a time. The numbers become the
 * ids of their pieces, parts and practice entries.
 */
export function arbitraryIntention(numbers: Numbers): fc.Arbitrary<Intention> {
  const piece = numbers.pieces.map(pieceId)
  const part = numbers.parts.map(partId)
  const entry = numbers.practice.map(practiceId)
  const whole = fc.record({ id: part, currentTempo: aGoal }).map(whole => [{ ...whole, name: null }])
  const sections = fc.uniqueArray(fc.record({ id: part, name: aPartName, currentTempo: aGoal }), {
    selector: section => section.id,
    minLength: 1,
    maxLength: 4,
  })
  const create = fc.record({
    id: piece,
    name: aPieceName,
    importance: anImportance,
    endTempo: aGoal,
    parts: fc.oneof(whole, sections),
  })
  const patch = fc
    .tuple(piece, fc.record(PIECE_VALUES, optional))
    .filter(([, fields]) => Object.keys(fields).length > 0)
    .map(([id, fields]) => ({ id, ...fields }))
  const patchPart = fc
    .tuple(part, fc.record({ name: aPartName, currentTempo: aGoal, position: aPosition }, optional))
    .filter(([, fields]) => Object.keys(fields).length > 0)
    .map(([id, fields]) => ({ id, ...fields }))
  const of = <K extends Intention['kind'], A>(kind: K, args: fc.Arbitrary<A>) =>
    args.map(args => ({ kind, args }))
  return fc.oneof(
    of('piece.create', create),
    of('piece.patch', patch),
    of('piece.delete', fc.record({ id: piece })),
    of('piece.restore', fc.record({ id: piece })),
    of('part.add', fc.record({ id: part, pieceId: piece, name: aPartName, currentTempo: aGoal })),
    of('part.patch', patchPart),
    of('part.delete', fc.record({ id: part })),
    of('part.restore', fc.record({ id: part, pieceId: piece })),
    of(
      'practice.add',
      fc
        .tuple(
          fc.record({ id: entry, pieceId: piece, partId: part, tempo: aTempo }),
          fc.record(DETAIL_VALUES, optional),
        )
        .map(([args, known]) => ({ ...args, ...known })),
    ),
    of('practice.retract', fc.record({ id: entry, currentTempo: aTempo, lastPracticed: fc.option(aMoment) })),
  )
}

export const someChanges = (intention: fc.Arbitrary<Intention>, most = 30): fc.Arbitrary<Change[]> =>
  fc.array(fc.tuple(intention, fc.nat(1000)), { maxLength: most }).map(all =>
    all.map(([intention, seconds], number) => ({
      ...intention,
      id: changeId(number),
      // No two changes have the same time.
      at: NOON + seconds * 1000 + number,
    })),
  )

export const CROWDED_NUMBERS: Numbers = {
  pieces: fc.integer({ min: 1, max: 3 }),
  parts: fc.integer({ min: 1, max: 6 }),
  practice: fc.integer({ min: 1, max: 6 }),
}
