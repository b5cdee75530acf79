import { Bars, type BarredFigures } from './bars.ts'
import { meanReplay, planSpecifiedOrder, planTimedSession, type ReplayResult } from './practice-replay.ts'

export const name = 'replay'

const LIBRARIES = 60
const CASES = [
  { parts: 12, minutes: 20 },
  { parts: 40, minutes: 20 },
  { parts: 40, minutes: 45 },
  { parts: 150, minutes: 45 },
  { parts: 150, minutes: 90 },
]

/**
 * Compares the practice order alone with the timed session over 120 simulated days. It fails where the timed session
 * leaves more parts without practice for 60 days.
 */
export async function measure(): Promise<BarredFigures> {
  const bars = new Bars()
  bars.note('libraries', LIBRARIES)
  bars.note(
    'columns',
    'not practiced in 30/60 days, % · largest gap, days · progress by urgency, % of the goal',
  )
  for (const { parts, minutes } of CASES) {
    const label = `${parts} parts, ${minutes} minutes`
    const specified = meanReplay(planSpecifiedOrder, parts, minutes, LIBRARIES)
    const timed = meanReplay(planTimedSession, parts, minutes, LIBRARIES)
    bars.note(`${label}: practice order`, row(specified))
    bars.note(`${label}: timed session`, row(timed))
    bars.atMost(
      `${label}: points that the timed session leaves more without practice in 60 days`,
      timed.neverIn60Days - specified.neverIn60Days,
      0,
    )
  }
  return bars.figures()
}

function row({ neverIn30Days, neverIn60Days, largestGap, progress }: ReplayResult): string {
  const never = `${neverIn30Days.toFixed(0)}/${neverIn60Days.toFixed(0)}`
  return `${never} · ${largestGap.toFixed(0)} · ${progress.toFixed(1)}`
}
