import type { Bpm } from './tempo.ts'

export type ProgressColor = 'red' | 'blue' | 'green'

const BLUE_FROM_PERCENT = 60
export const GREEN_FROM_PERCENT = 85

/**
 * How far a piece has come: the mean of its parts' tempos in percent of the goal, or null without parts
 * (spec 2, rule PG1). Above 100 is possible.
 */
export function progressOf(parts: readonly { currentTempo: Bpm }[], endTempo: Bpm): number | null {
  if (parts.length === 0) return null
  const sum = parts.reduce((total, part) => total + part.currentTempo, 0)
  // One division of whole numbers, so that exactly 85 % is 85 and not 84.99999.
  return (100 * sum) / (parts.length * endTempo)
}

/** Below 60 red, below 85 blue, otherwise green (spec 2 and 9, rule PG2). */
export function progressColor(percent: number): ProgressColor {
  if (percent < BLUE_FROM_PERCENT) return 'red'
  return percent < GREEN_FROM_PERCENT ? 'blue' : 'green'
}

/** The percentage as it is shown: rounded down, so that the number never claims a color it has not (rule PG3). */
export const shownPercent = (percent: number) => Math.floor(percent)
