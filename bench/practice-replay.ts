import type { Day } from '#core/library/day.ts'
import { inPracticeOrder, type PracticePart } from '#core/practice/priority.ts'
import { summarizePracticeDays, createTimedSession } from '#core/timed-session/timed-session.ts'
import { distributeMinutes, estimatePartMinutes } from '#core/timed-session/part-minutes.ts'
import { aPracticePart, bpm, partId, pieceId } from '#tests/library/builders.ts'
import {
  practicePart,
  seededRandom,
  simulatedLibrary,
  unrehearsedMastery,
  type SimulatedPart,
} from './simulated-musician.ts'

/** Chooses what a simulated musician practices on one day: parts with their minutes, in order. */
export type SittingPlanner = (sitting: {
  /** In practice order. */
  readonly parts: readonly PracticePart[]
  readonly today: Day
  /** The days with practice before today, oldest first. */
  readonly practiceDays: readonly Day[]
  readonly minutes: number
}) => readonly { readonly part: PracticePart; readonly minutes: number }[]

/** The results of 120 simulated days: the mean over several libraries, or those of one. */
export type ReplayResult = {
  /** Share of the parts that were not practiced in the first 30 days, percent. */
  readonly neverIn30Days: number
  /** Share of the parts that were not practiced in the first 60 days, percent. */
  readonly neverIn60Days: number
  /** The longest time between two sittings of a part, days. */
  readonly largestGap: number
  /** Gain in unrehearsed tempo, weighted by urgency. Percent of the goal tempo. */
  readonly progress: number
}

const DAYS = 120
const HOLIDAY = { first: 60, last: 66 }
const MISSED_SHARE = 0.25
/** Share of the sittings that end early, at the earliest after 30 percent of the time. */
const CUT_SHORT_SHARE = 0.1
/** Minutes lost with each change of the part. */
const MINUTES_LOST = 0.75
/** The day before the first one. */
const START = 20_000

/** Plans the parts in practice order until the time is used up. */
export const planSpecifiedOrder: SittingPlanner = ({ parts, minutes }) => {
  const chosen: { part: PracticePart; usual: number }[] = []
  let sum = 0
  for (const part of parts) {
    const usual = estimatePartMinutes(part, [])
    if (chosen.length > 0 && sum + usual / 2 > minutes) break
    chosen.push({ part, usual })
    sum += usual
  }
  const shares = distributeMinutes(
    minutes,
    chosen.map(({ usual }) => usual),
  )
  return chosen.map(({ part }, index) => ({ part, minutes: shares[index] ?? 0 }))
}

/** Plans the product's timed session. */
export const planTimedSession: SittingPlanner = ({ parts, today, practiceDays, minutes }) =>
  createTimedSession({ parts, today, minutes, days: summarizePracticeDays(today, practiceDays) }).slots

/** Simulates 120 days with several libraries and returns the means. */
export function meanReplay(
  plan: SittingPlanner,
  parts: number,
  minutes: number,
  libraries: number,
): ReplayResult {
  const results = Array.from({ length: libraries }, (_, number) => replay(plan, parts, minutes, number + 1))
  const mean = (figure: (result: ReplayResult) => number) =>
    results.reduce((sum, result) => sum + figure(result), 0) / libraries
  return {
    neverIn30Days: mean(result => result.neverIn30Days),
    neverIn60Days: mean(result => result.neverIn60Days),
    largestGap: mean(result => result.largestGap),
    progress: mean(result => result.progress),
  }
}

/** Replays 120 days in one library. Missed days and sittings cut short are the same for every planner. */
function replay(plan: SittingPlanner, count: number, minutes: number, seed: number): ReplayResult {
  const parts = simulatedLibrary(seed * 7919 + count, count)
  const random = seededRandom(seed * 104_729 + 13)
  const chance = seededRandom(seed * 31 + 5)
  const before = parts.map(part => unrehearsedMastery(part, 0))
  const daysPracticed = parts.map((): number[] => [])
  const practiceDays: Day[] = []
  for (let day = 1; day <= DAYS; day += 1) {
    const isMissed = chance() < MISSED_SHARE
    const isCutShort = chance() < CUT_SHORT_SHARE
    const cutAt = 0.3 + 0.7 * chance()
    if (isMissed || (day >= HOLIDAY.first && day <= HOLIDAY.last)) continue
    const today = (START + day) as Day
    const order = inPracticeOrder(parts.map(shownPart), today)
    let left = isCutShort ? minutes * cutAt : minutes
    for (const { part, minutes: planned } of plan({ parts: order, today, practiceDays, minutes })) {
      if (left < 1) break
      const spent = Math.min(left, planned)
      left -= spent
      const practiced = parts.find(({ index }) => partId(index) === part.id)
      if (practiced === undefined) throw new Error('The plan has a part that is not in the library.')
      practicePart(practiced, day, Math.max(0, spent - MINUTES_LOST), random)
      daysPracticed[practiced.index]?.push(day)
    }
    practiceDays.push(today)
  }
  return summarize(parts, before, daysPracticed)
}

function summarize(
  parts: readonly SimulatedPart[],
  before: readonly number[],
  daysPracticed: readonly (readonly number[])[],
): ReplayResult {
  const neverUntil = (last: number) =>
    (100 * daysPracticed.filter(days => (days[0] ?? Infinity) > last).length) / parts.length
  const gaps = daysPracticed.flatMap(days =>
    [...days, DAYS].map((day, index) => day - (days[index - 1] ?? 0)),
  )
  const gained = parts.map(
    (part, index) => Math.min(1, unrehearsedMastery(part, DAYS + 1)) - Math.min(1, before[index] ?? 0),
  )
  const urgency = parts.reduce((sum, { importance }) => sum + importance, 0)
  const weighted = parts.reduce((sum, { importance }, index) => sum + importance * (gained[index] ?? 0), 0)
  return {
    neverIn30Days: neverUntil(30),
    neverIn60Days: neverUntil(60),
    largestGap: Math.max(...gaps),
    progress: (100 * weighted) / urgency,
  }
}

/** Returns a part as the product shows it: without what only the musician could know. */
function shownPart({ index, piece, goal, importance, savedTempo, lastDay }: SimulatedPart): PracticePart {
  const lastPracticed = (START + lastDay) as Day
  return aPracticePart({
    id: partId(index),
    name: String(index).padStart(4, '0'),
    pieceId: pieceId(piece),
    piece: `Piece ${String(piece).padStart(3, '0')}`,
    endTempo: bpm(goal),
    currentTempo: bpm(savedTempo),
    importance,
    lastPracticed,
    createdAt: lastPracticed,
  })
}
