import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Bpm } from '#core/tempo.ts'
import { Metronome, type MetronomeState } from './metronome.ts'
import { openSound } from './sound.ts'

export type { MetronomeState }

export type MetronomeControl = {
  readonly state: MetronomeState
  /** Inside the handler of a press or key: browsers let nothing else begin a sound. */
  readonly start: (bpm: Bpm) => void
  readonly stop: () => void
  readonly setTempo: (bpm: Bpm) => void
  /** Silent while a slider is dragged … */
  readonly hold: () => void
  /** … and from beat 1 again afterwards, if it was running before. */
  readonly release: () => void
  /** Which beat of the cycle of four is heard now, 0 to 3; null while it is silent. */
  readonly beat: number | null
}

// One audio system for the app's whole life: browsers give out only a few, and each takes its time to open.
const metronome = new Metronome(openSound, () => document.hidden)
const control = {
  start: (bpm: Bpm) => metronome.start(bpm),
  stop: () => metronome.stop(),
  setTempo: (bpm: Bpm) => metronome.setTempo(bpm),
  hold: () => metronome.hold(),
  release: () => metronome.release(),
}

/** The click, silent as soon as the component that uses it leaves the screen (spec 4, rule MT7). */
export function useMetronome(): MetronomeControl {
  const state = useSyncExternalStore(metronome.subscribe, metronome.state)
  const beat = useHeardBeat(state === 'running')

  useEffect(() => {
    const fill = () => metronome.fill()
    const stop = () => metronome.stop()
    document.addEventListener('visibilitychange', fill)
    window.addEventListener('pagehide', stop)
    return () => {
      document.removeEventListener('visibilitychange', fill)
      window.removeEventListener('pagehide', stop)
      metronome.stop()
    }
  }, [])

  return { state, beat, ...control }
}

function useHeardBeat(isRunning: boolean): number | null {
  const [beat, setBeat] = useState<number | null>(null)

  useEffect(() => {
    if (!isRunning) return
    let frame = requestAnimationFrame(function look() {
      setBeat(metronome.beatAt(performance.now())?.inBar ?? null)
      frame = requestAnimationFrame(look)
    })
    return () => {
      cancelAnimationFrame(frame)
      setBeat(null)
    }
  }, [isRunning])

  return beat
}
