import type { Bpm } from '#core/music/tempo.ts'

/** Color that shows the progress of a piece (spec 9). */
export type ProgressColor = 'red' | 'blue' | 'green'

const BLUE_FROM_PERCENT = 60
/** Progress in percent from which a piece's progress is shown in green. */
const GREEN_FROM_PERCENT = 85

/**
 * Returns the progress of a piece in percent: the mean of its parts' current tempos, divided by the goal tempo. It can
 * exceed 100. Returns null if the piece has no parts (spec 2, rule PG1).
 */
export function progressPercentOf(parts: readonly { currentTempo: Bpm }[], endTempo: Bpm): number | null {
  if (parts.length === 0) return null
  const sum = parts.reduce((total, part) => total + part.currentTempo, 0)
  // One division of whole numbers, so that exactly 60 % is 60 and not 59.99999.
  return (100 * sum) / (parts.length * endTempo)
}

/**
 * Returns the color for a progress in percent: red below 60, blue below 85, otherwise green (spec 2 and 9, rule PG2).
 */
export function progressColor(percent: number): ProgressColor {
  if (percent < BLUE_FROM_PERCENT) return 'red'
  return percent < GREEN_FROM_PERCENT ? 'blue' : 'green'
}

/**
 * Rounds a progress in percent down to the whole number that is shown. Rounding to the nearest number could show the
 * limit of a color before the color changes (rule PG1).
 */
export const displayedPercent = (percent: number) => Math.floor(percent)
