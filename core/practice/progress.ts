import type { Bpm } from '#core/music/tempo.ts'

export type ProgressColor = 'red' | 'blue' | 'green'

const BLUE_FROM_PERCENT = 60
const GREEN_FROM_PERCENT = 85

/** The parts' mean tempo in percent of the goal, which can exceed 100; null without parts (spec 2, PG1). */
export function meanTempoPercentOfGoal(
  parts: readonly { currentTempo: Bpm }[],
  endTempo: Bpm,
): number | null {
  if (parts.length === 0) return null
  const sum = parts.reduce((total, part) => total + part.currentTempo, 0)
  // One division of whole numbers, so that exactly 60 % is 60 and not 59.99999.
  return (100 * sum) / (parts.length * endTempo)
}

/** Returns red below 60 percent of the goal, blue below 85, otherwise green (spec 2 and 9, rule PG2). */
export function progressColor(percent: number): ProgressColor {
  if (percent < BLUE_FROM_PERCENT) return 'red'
  return percent < GREEN_FROM_PERCENT ? 'blue' : 'green'
}

/** Rounds down, so that 60 % and 85 % appear only when the color changes (rule PG1). */
export const floorPercent = (percent: number) => Math.floor(percent)
