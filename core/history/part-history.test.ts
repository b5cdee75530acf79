import { expect, test } from 'vitest'
import { dayAtUtcOffset } from '#core/library/day.ts'
import { aHistoryEntry } from '#tests/library/history-builders.ts'
import { bpm, day, NOON } from '#tests/library/builders.ts'
import {
  computeTempoChartSeries,
  summarizePartHistory,
  countRecentCleanFirstTries,
  limitTempoPointCount,
  type TempoPoint,
} from './part-history.ts'

const utc = (at: number) => dayAtUtcOffset(at, 0)
const HOUR = 60 * 60_000
const TODAY = day('2026-11-20')

test('[HI1] one point per day: the last entry that is neither retracted nor a run-through', () => {
  const points = computeTempoChartSeries(
    [
      aHistoryEntry({ at: NOON + 3 * HOUR, tempo: bpm(99), retractedAt: NOON + 4 * HOUR }),
      aHistoryEntry({ at: NOON + 2 * HOUR, tempo: bpm(70), runThroughId: 'one' }),
      aHistoryEntry({ at: NOON + HOUR, tempo: bpm(92) }),
      aHistoryEntry({ at: NOON, tempo: bpm(90) }),
      aHistoryEntry({ at: NOON - 24 * HOUR, tempo: bpm(88) }),
    ],
    utc,
  )
  expect(points).toEqual({
    days: [
      { day: TODAY - 1, tempo: 88 },
      { day: TODAY, tempo: 92 },
    ],
    runThroughs: [{ day: TODAY, tempo: 70 }],
  })
})

test('[HI1] an entry belongs to the day that it names, else to that of its time', () => {
  const late = { at: NOON + 13 * HOUR, tempo: bpm(90) }
  expect(computeTempoChartSeries([aHistoryEntry({ ...late, day: TODAY })], utc).days).toEqual([
    { day: TODAY, tempo: 90 },
  ])
  expect(computeTempoChartSeries([aHistoryEntry(late)], utc).days).toEqual([{ day: TODAY + 1, tempo: 90 }])
  expect(computeTempoChartSeries([aHistoryEntry(late)], at => dayAtUtcOffset(at, -120)).days).toEqual([
    { day: TODAY, tempo: 90 },
  ])
})

const pointsOn = (days: readonly number[]) =>
  days.map(at => ({ day: TODAY + at, tempo: bpm(40 + (at % 180)) }) as TempoPoint)
const everyDay = (count: number) => Array.from({ length: count }, (_, at) => at)

test('[HI1] 260 days are shown as days, 261 as the last of each week, more as those of each fortnight', () => {
  expect(limitTempoPointCount(pointsOn(everyDay(260)))).toHaveLength(260)
  const weeks = limitTempoPointCount(pointsOn(everyDay(261)))
  // 20 November 2026 is a Friday, so the first week ends on the Sunday two days later.
  expect(weeks.slice(0, 3).map(point => point.day - TODAY)).toEqual([2, 9, 16])
  expect(weeks.at(-1)?.day).toBe(TODAY + 260)
  const fortnights = limitTempoPointCount(pointsOn(everyDay(7 * 261)))
  expect(fortnights[2]?.day).toBe((fortnights[1]?.day ?? 0) + 14)
})

test('[PH1] the time of a part in all is that of its entries, as far as it was measured', () => {
  const entries = [60, null, 90].map(seconds => aHistoryEntry({ seconds }))
  const retracted = aHistoryEntry({ seconds: 500, retractedAt: NOON })
  expect(summarizePartHistory([...entries, retracted], utc).seconds).toBe(150)
})

const tries = (...answers: (boolean | null)[]) =>
  answers.map((firstTryClean, at) => aHistoryEntry({ at: NOON + at, firstTryClean }))

test('[FT1] from five first tries on, how many of the last five were clean', () => {
  expect(countRecentCleanFirstTries(tries(true, true, true, true))).toBe(null)
  expect(countRecentCleanFirstTries(tries(true, null, true, false, null, true, true))).toBe(4)
  expect(countRecentCleanFirstTries(tries(true, true, false, false, false, false, false))).toBe(0)
})

test('[FT1] what was taken back does not count', () => {
  const [first, ...others] = tries(false, true, true, true, true, true)
  const retracted = first === undefined ? [] : [{ ...first, retractedAt: NOON + 9 }]
  expect(countRecentCleanFirstTries([...retracted, ...others])).toBe(5)
  expect(countRecentCleanFirstTries([...retracted, ...others.slice(1)])).toBe(null)
})

test('[FT1][PF4] run-throughs are no first tries', () => {
  const [first, ...others] = tries(true, true, true, true, true, true)
  const run = first === undefined ? [] : [{ ...first, runThroughId: 'run' }]
  expect(countRecentCleanFirstTries([...run, ...others])).toBe(5)
  expect(countRecentCleanFirstTries([...run, ...others.slice(1)])).toBe(null)
})
