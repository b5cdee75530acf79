/** What a device does in a day, in order: `at` is the part of the day's length at which it is due, from 0 to 1. */
export type DayStep = {
  at: number
  does: 'open phone' | 'open tablet' | 'save' | 'send events' | 'close'
}

/** Saved tempos on a day with practice. An assumption, as in docs/scaling.md. */
export const SAVES_PER_DAY = 15

/** Practice days of a musician in a week, and the part of a day's practice that falls into its busiest hour. */
const PRACTICE_DAYS_PER_WEEK = 5
const BUSIEST_HOUR = 1 / 8

/** Returns the steps of a day: both devices are opened, then tempos are saved at equal distances, and both are closed. */
export function stepsOfDay(): DayStep[] {
  const saves = Array.from({ length: SAVES_PER_DAY }, (_, save): DayStep => ({
    at: 0.1 + (0.85 * save) / SAVES_PER_DAY,
    does: 'save',
  }))
  const steps: DayStep[] = [
    { at: 0, does: 'open phone' },
    { at: 0.03, does: 'open tablet' },
    ...saves,
    { at: 0.5, does: 'send events' },
    { at: 1, does: 'close' },
  ]
  return steps.toSorted((one, other) => one.at - other.at)
}

/** Returns how many days begin in a second of the busiest hour among so many musicians. */
export const daysPerSecondAtPeak = (musicians: number): number =>
  (musicians * (PRACTICE_DAYS_PER_WEEK / 7) * BUSIEST_HOUR) / 3600

/** Returns for how many musicians a server is enough that keeps up with so many days a second. */
export const musiciansServed = (daysPerSecond: number): number => daysPerSecond / daysPerSecondAtPeak(1)
