import { vi } from 'vitest'
import type { AudioOutput } from '#web/metronome/audio-output.ts'

/** An audio output whose clock the test controls. */
export type FakeSound = AudioOutput & {
  /** Due or heard, in seconds, earliest first; without those taken back. */
  readonly clicks: () => number[]
  /** Taken back after their time had come: cut off, which would crackle. */
  readonly cut: () => number[]
  readonly become: (state: ReturnType<AudioOutput['state']>) => void
  readonly pass: (seconds: number) => void
  readonly asked: () => number
  /** Of `clicks`. */
  readonly strengths: () => string[]
  readonly volume: () => number
  /** The clock stands still while the system says that it runs, as while a slow output is being opened. */
  readonly freeze: () => void
  readonly thaw: () => void
  readonly isClosed: () => boolean
}

/** Has a latency of 0.1 s. `resume()` has no effect; the test sets the state. */
export function fakeSound(first: ReturnType<AudioOutput['state']> = 'running'): FakeSound {
  let time = 10
  let state = first
  let asked = 0
  let volume = 1
  let isFrozen = false
  let isClosed = false
  const clicks = new Set<{ at: number; strength: string }>()
  const cut: number[] = []
  const listeners = new Set<() => void>()
  return {
    now: () => time,
    state: () => state,
    click(at, strength) {
      const click = { at, strength }
      clicks.add(click)
      return {
        cancel() {
          if (at <= time) cut.push(at)
          clicks.delete(click)
        },
      }
    },
    resume: () => asked++,
    suspend: () => (state = 'suspended'),
    setVolume: next => (volume = next),
    close: () => (isClosed = true),
    heardAt: performanceTime => performanceTime / 1000 - 0.1,
    onStateChange: listener => listeners.add(listener),
    clicks: () => [...clicks].map(click => click.at).sort((a, b) => a - b),
    cut: () => cut,
    become(next) {
      state = next
      for (const listener of listeners) listener()
    },
    pass: seconds => (time += state === 'running' && !isFrozen ? seconds : 0),
    asked: () => asked,
    strengths: () => [...clicks].sort((a, b) => a.at - b.at).map(click => click.strength),
    volume: () => volume,
    freeze: () => (isFrozen = true),
    thaw: () => (isFrozen = false),
    isClosed: () => isClosed,
  }
}

/** Advances page and audio clock in the steps of the metronome's timer. Requires fake timers. */
export function passTime(sound: FakeSound, seconds: number): void {
  for (let tick = 0; tick < Math.round(seconds / 0.025); tick++) {
    sound.pass(0.025)
    vi.advanceTimersByTime(25)
  }
}

/** In seconds, rounded to a microsecond. */
export const roundedIntervals = (times: readonly number[]) =>
  times.slice(1).map((time, index) => Number((time - (times[index] ?? 0)).toFixed(6)))
