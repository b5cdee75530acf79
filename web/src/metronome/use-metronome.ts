import { useEffect, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import type { ClickPattern } from '#core/music/click-pattern.ts'
import type { Bpm } from '#core/music/tempo.ts'
import type { TempoClimb, QueuedBeat } from './click-queue.ts'
import { Metronome, type MetronomeState } from './metronome.ts'
import { openAudioOutput, setPlayThroughMuteSwitch } from './audio-output.ts'

export type { TempoClimb, MetronomeState }

/** Settings for the sound and the display of the metronome click on this device. */
export type SoundSettings = {
  /** 0 (silent) to 1. */
  readonly volume: number
  readonly isMuted: boolean
  /** Whether the click sounds although an iPhone's mute switch is on. This pauses the music of other apps. */
  readonly ignoresSilentSwitch: boolean
  /**
   * Delay in milliseconds, 0 to 300, of the beat on the screen. It compensates for the delay of wireless speakers,
   * which the system does not report.
   */
  readonly seenLaterMs: number
}

/** The beat of the current moment: its bar, its position in the bar, and whether it belongs to a silent bar. */
type CurrentBeat = Pick<QueuedBeat, 'inBar' | 'isSilent' | 'bar'>

/** State of the metronome and the functions that control it, as `useMetronome` returns them. */
export type MetronomeControl = {
  readonly state: MetronomeState
  /** True while the click runs, starts, or is paused because a slider is dragged; false in every other state. */
  readonly isClicking: boolean
  /** The current tempo: the one that was set, or the one that the tempo trainer has reached since by raising it. */
  readonly tempo: Bpm
  /**
   * Starts the click. Call it in the handler of a press or key, because browsers allow sound only in a user gesture.
   */
  readonly start: (bpm: Bpm) => void
  readonly stop: () => void
  readonly setTempo: (bpm: Bpm) => void
  /** Pauses the click until `release` is called. Called while a slider is dragged. */
  readonly hold: () => void
  /** Continues from beat 1 if `hold` has paused the click, otherwise does nothing. */
  readonly release: () => void
  /**
   * The beat that is heard now, or null while the click does not run. The beats of a silent bar are shown but not
   * heard.
   */
  readonly beat: CurrentBeat | null
}

// Module state: one audio system for the page's whole life, because browsers limit their number and each takes time to open.
const metronome = new Metronome(openAudioOutput, () => document.hidden)
// Module state: one click in a browser, so the tabs tell each other (rule MT23).
const tabs = new BroadcastChannel('dacapo-click')
tabs.addEventListener('message', () => metronome.stop())

const control = {
  start: (bpm: Bpm) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
    tabs.postMessage('started')
    metronome.start(bpm)
  },
  stop: () => metronome.stop(),
  setTempo: (bpm: Bpm) => metronome.setTempo(bpm),
  hold: () => metronome.hold(),
  release: () => metronome.release(),
}

/**
 * Returns the state of the page's metronome and functions that control it. Applies the given click pattern, tempo
 * increases and sound settings to it. Stops the metronome when the component unmounts or the user leaves the page (spec
 * 4, rule PX12).
 */
export function useMetronome(
  pattern: ClickPattern,
  climb: TempoClimb,
  sound: SoundSettings,
): MetronomeControl {
  const state = useSyncExternalStore(metronome.subscribe, metronome.state)
  const tempo = useSyncExternalStore(metronome.subscribe, metronome.tempo)
  const { volume, isMuted, ignoresSilentSwitch, seenLaterMs } = sound
  const beat = useHeardBeat(state === 'running', seenLaterMs)

  useEffect(() => metronome.setPattern(pattern), [pattern])
  useEffect(() => metronome.setClimb(climb), [climb])
  useEffect(() => metronome.setVolume(isMuted ? 0 : volume), [isMuted, volume])
  useEffect(() => setPlayThroughMuteSwitch(ignoresSilentSwitch), [ignoresSilentSwitch])

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

  const isClicking = state === 'starting' || state === 'running' || state === 'held'
  return { state, isClicking, tempo, beat, ...control }
}

function useHeardBeat(isRunning: boolean, laterMs: number): CurrentBeat | null {
  const [beat, setBeat] = useState<CurrentBeat | null>(null)

  useEffect(() => {
    if (!isRunning) return
    let shown: CurrentBeat | null = null
    let frame = requestAnimationFrame(function look() {
      const heard = metronome.beatAt(performance.now() - laterMs)
      // Keeps the object's identity during a beat. Flushed synchronously, because React would wait for the next frame.
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
