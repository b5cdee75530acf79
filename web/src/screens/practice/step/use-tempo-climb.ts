import { useEffect, useEffectEvent } from 'react'
import type { Bpm } from '#core/music/tempo.ts'
import type { TrainerSettings } from '#core/practice/tempo-trainer.ts'
import type { MetronomeControl } from '#web/metronome/use-metronome.ts'

/**
 * Calls `onTempo` with the new tempo when the tempo trainer has raised the tempo of the running metronome, so that the
 * screen can show it. Applies only if the trainer raises the tempo after a number of bars. The raise takes effect at
 * the first beat of a bar (rule TR4).
 */
export function useTempoClimb(
  metronome: MetronomeControl,
  settings: TrainerSettings,
  tempo: Bpm,
  onTempo: (tempo: Bpm) => void,
): void {
  const climbed = useEffectEvent((reached: Bpm) => {
    if (settings.kind === 'bars' && metronome.state === 'running' && reached !== tempo) onTempo(reached)
  })
  useEffect(() => climbed(metronome.tempo), [metronome.tempo])
}
