import { routineParts, type PracticeSession } from './practice-session.ts'

/**
 * Computes the numbers that summarize a routine: total bpm gained (`gained`), number of parts practiced (`practiced`),
 * and number of practiced parts whose tempo did not rise (`held`) (rule SE7).
 */
export function sessionSummary(session: PracticeSession): {
  gained: number
  practiced: number
  held: number
} {
  const { queue, gone } = routineParts(session) ?? { queue: [], gone: [] }
  const practiced = [...queue, ...gone].filter(part => part.saved !== null)
  const gains = practiced.map(part => (part.saved?.tempo ?? part.startTempo) - part.startTempo)
  return {
    gained: gains.reduce((sum, gain) => sum + Math.max(0, gain), 0),
    practiced: practiced.length,
    held: gains.filter(gain => gain <= 0).length,
  }
}
