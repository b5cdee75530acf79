import type { PartId } from '#core/piece.ts'
import type { PracticeSession } from '#core/session.ts'
import type { Bpm } from '#core/tempo.ts'

/** What one practiced part brought. */
export type Gain = {
  readonly partId: PartId
  readonly piece: string
  readonly name: string | null
  readonly from: Bpm
  readonly to: Bpm
  readonly goal: Bpm
}

/** The parts that were practiced in a routine, in their order; skipped and taken back ones are left out (rule PX10). */
export function gainsOf(session: Extract<PracticeSession, { kind: 'finished' }>): Gain[] {
  return [...session.queue, ...session.gone].flatMap(part =>
    part.saved === null
      ? []
      : [
          {
            partId: part.partId,
            piece: part.piece,
            name: part.name,
            from: part.startTempo,
            to: part.saved.tempo,
            goal: part.endTempo,
          },
        ],
  )
}

/** A gain as a number with its sign, or null where the tempo was held. */
export function signedGain({ from, to }: Gain): string | null {
  if (to === from) return null
  return to > from ? `+${to - from}` : `−${from - to}`
}
