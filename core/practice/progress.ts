import type { Bpm } from '#core/music/tempo.ts'

export type ProgressColor = 'red' | 'blue' | 'green'

const BLUE_FROM_PERCENT = 60
const GREEN_FROM_PERCENT = 85

/** Can exceed 100. Returns null if there are no parts (rule PG1). */
export function meanTempoPercentOfGoal(
  parts: readonly { currentTempo: Bpm }[],
  endTempo: Bpm,
): number | null {
  if (parts.length === 0) return null
  const sum = parts.reduce((total, part) => total + part.currentTempo, 0)
  // One division of whole numbers, so that exactly 60 % is 60 and not 59.99999.
  return (100 * sum) / (parts.length * endTempo)
}

export function progressColor(percent: number): ProgressColor {
  if (percent < BLUE_FROM_PERCENT) return 'red'
  return percent < GREEN_FROM_PERCENT ? 'blue' : 'green'
}

/** Rounds down: a rounded-up 60 % or 85 % would still have the color of 59 % or 84 % (rule PG1). */
export const floorPercent = (percent: number) => Math.floor(percent)
