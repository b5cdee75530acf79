import type { PartId } from '#core/library/piece.ts'
import type { PausedRoutine } from '#core/practice/practice-session.ts'
import type { Bpm } from '#core/music/tempo.ts'

/** A practiced part with its tempo in bpm before (`from`) and after (`to`) a practice routine. */
export type TempoGain = {
  readonly partId: PartId
  readonly piece: string
  readonly name: string | null
  readonly from: Bpm
  readonly to: Bpm
  readonly goal: Bpm
}

/**
 * Returns the tempo gains of the parts whose tempo was saved in a routine, in the routine's order. Parts that have
 * been removed from the routine (`gone`) come last. Excludes skipped parts and undone saves (rule PX10).
 */
export function tempoGains({ queue, gone }: Pick<PausedRoutine, 'queue' | 'gone'>): TempoGain[] {
  return [...queue, ...gone].flatMap(part =>
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

/** Formats a tempo gain in bpm with its sign, such as "+6". Returns null if the tempo has not changed. */
export function formatTempoGain({ from, to }: TempoGain): string | null {
  if (to === from) return null
  return to > from ? `+${to - from}` : `−${from - to}`
}
