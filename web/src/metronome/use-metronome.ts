import { useEffect, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import type { ClickPattern } from '#core/click-pattern.ts'
import type { Bpm } from '#core/tempo.ts'
import type { Climb, QueuedBeat } from './click-queue.ts'
import { Metronome, type MetronomeState } from './metronome.ts'
import { openSound, playThroughSilentSwitch } from './sound.ts'

export type { Climb, MetronomeState }

/** How it sounds and looks on this device. */
export type SoundSettings = {
  /** 0 to 1. */
  readonly volume: number
  readonly isMuted: boolean
  /** Whether an iPhone's mute switch is passed over; that pauses the music of other apps. */
  readonly ignoresSilentSwitch: boolean
  /** So much later is the beat seen than the system says it is heard, 0 to 300 ms: for speakers without a cable. */
  readonly seenLaterMs: number
}

/** The beat that is heard now. */
export type HeardBeat = Pick<QueuedBeat, 'inBar' | 'isSilent' | 'bar'>

export type MetronomeControl = {
  readonly state: MetronomeState
  /** The tempo it was given, or has climbed to since. */
  readonly tempo: Bpm
  /** Inside the handler of a press or key: browsers let nothing else begin a sound. */
  readonly start: (bpm: Bpm) => void
  readonly stop: () => void
  readonly setTempo: (bpm: Bpm) => void
  /** Silent while a slider is dragged … */
  readonly hold: () => void
  /** … and from beat 1 again afterwards, if it was running before. */
  readonly release: () => void
  /** Null while it is silent because it does not run; a silent bar has its beats. */
  readonly beat: HeardBeat | null
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
export function useMetronome(pattern: ClickPattern, climb: Climb, sound: SoundSettings): MetronomeControl {
  const state = useSyncExternalStore(metronome.subscribe, metronome.state)
  const tempo = useSyncExternalStore(metronome.subscribe, metronome.tempo)
  const { volume, isMuted, ignoresSilentSwitch, seenLaterMs } = sound
  const beat = useHeardBeat(state === 'running', seenLaterMs)

  useEffect(() => metronome.setPattern(pattern), [pattern])
  useEffect(() => metronome.setClimb(climb), [climb])
  useEffect(() => metronome.setVolume(isMuted ? 0 : volume), [isMuted, volume])
  useEffect(() => playThroughSilentSwitch(ignoresSilentSwitch), [ignoresSilentSwitch])

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

  return { state, tempo, beat, ...control }
}

function useHeardBeat(isRunning: boolean, laterMs: number): HeardBeat | null {
  const [beat, setBeat] = useState<HeardBeat | null>(null)

  useEffect(() => {
    if (!isRunning) return
    let shown: HeardBeat | null = null
    let frame = requestAnimationFrame(function look() {
      const heard = metronome.beatAt(performance.now() - laterMs)
      // The same object for as long as a beat lasts. Drawn at once: React by itself would leave it to the next frame.
      if (heard !== shown) flushSync(() => setBeat(heard))
      shown = heard
      frame = requestAnimationFrame(look)
    })
    return () => {
      cancelAnimationFrame(frame)
      setBeat(null)
    }
  }, [isRunning, laterMs])

  return beat
}
