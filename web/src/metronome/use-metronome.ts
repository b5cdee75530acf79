import { useEffect, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import type { ClickPattern } from '#core/music/click-pattern.ts'
import type { Bpm } from '#core/music/tempo.ts'
import type { TempoClimb, QueuedBeat } from './click-queue.ts'
import { Metronome, type MetronomeStatus } from './metronome.ts'
import { openClickOutput, setPlayThroughMuteSwitch } from './click-output.ts'

export type { TempoClimb, MetronomeStatus }

export type SoundSettings = {
  /** 0 to 1. */
  readonly volume: number
  readonly isMuted: boolean
  /** If true, the click ignores an iPhone's mute switch, but pauses the music of other apps. */
  readonly ignoresSilentSwitch: boolean
  /** The beat is shown 0 to 300 ms later, because wireless speakers are late. */
  readonly seenLaterMs: number
}

export type MetronomeControl = ReturnType<typeof useMetronome>

// Module state: one audio system for the page's whole life, because browsers limit their number and each takes time to open.
const metronome = new Metronome(openClickOutput, () => document.hidden)
// Module state: one click in a browser, so the tabs notify each other (rule MT23).
const tabs = new BroadcastChannel('dacapo-click')
tabs.addEventListener('message', () => metronome.stop())

const control = {
  // To be called in the handler of a press or key: browsers allow sound only in a user gesture.
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

/** Stops the clicks on unmount and when the browser leaves the page, but not when it is hidden (PX12). */
export function useMetronome(pattern: ClickPattern, climb: TempoClimb, sound: SoundSettings) {
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

  // This includes the pause while a slider is held.
  const isClicking = state === 'starting' || state === 'running' || state === 'held'
  return { state, isClicking, tempo, beat, ...control }
}

function useHeardBeat(isRunning: boolean, laterMs: number): QueuedBeat | null {
  const [beat, setBeat] = useState<QueuedBeat | null>(null)

  useEffect(() => {
    if (!isRunning) return
    let shown: QueuedBeat | null = null
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
