import { vi } from 'vitest'
import type { ClickOutput } from '#web/metronome/click-output.ts'

export type FakeSound = ClickOutput & {
  /** Due times in seconds, sorted, without cancelled clicks. */
  readonly clicks: () => number[]
  /** Clicks that were cancelled after they had begun, which would crackle. */
  readonly cutOff: () => number[]
  readonly changeState: (state: ReturnType<ClickOutput['state']>) => void
  readonly pass: (seconds: number) => void
  readonly resumeCount: () => number
  readonly strengths: () => string[]
  readonly volume: () => number
  /** The clock stops although the state is running, as while a slow output opens. */
  readonly freeze: () => void
  readonly thaw: () => void
  readonly isClosed: () => boolean
}

/** Has a latency of 0.1 s. `resume()` has no effect; the test sets the state. */
export function fakeSound(first: ReturnType<ClickOutput['state']> = 'running'): FakeSound {
  let time = 10
  let state = first
  let resumeCount = 0
  let volume = 1
  let isFrozen = false
  let isClosed = false
  const clicks = new Set<{ at: number; strength: string }>()
  const cutOff: number[] = []
  const listeners = new Set<() => void>()
  return {
    now: () => time,
    state: () => state,
    click(at, strength) {
      const click = { at, strength }
      clicks.add(click)
      return {
        cancel() {
          if (at <= time) cutOff.push(at)
          clicks.delete(click)
        },
      }
    },
    resume: () => resumeCount++,
    suspend: () => (state = 'suspended'),
    setVolume: next => (volume = next),
    close: () => (isClosed = true),
    heardAt: performanceTime => performanceTime / 1000 - 0.1,
    onStateChange: listener => listeners.add(listener),
    clicks: () => [...clicks].map(click => click.at).sort((a, b) => a - b),
    cutOff: () => cutOff,
    changeState(next) {
      state = next
      for (const listener of listeners) listener()
    },
    pass: seconds => (time += state === 'running' && !isFrozen ? seconds : 0),
    resumeCount: () => resumeCount,
    strengths: () => [...clicks].sort((a, b) => a.at - b.at).map(click => click.strength),
    volume: () => volume,
    freeze: () => (isFrozen = true),
    thaw: () => (isFrozen = false),
    isClosed: () => isClosed,
  }
}

/** Requires fake timers. */
export function passTime(sound: FakeSound, seconds: number): void {
  for (let tick = 0; tick < Math.round(seconds / 0.025); tick++) {
    sound.pass(0.025)
    vi.advanceTimersByTime(25)
  }
}

export const roundedIntervals = (times: readonly number[]) =>
  times.slice(1).map((time, index) => Number((time - (times[index] ?? 0)).toFixed(6)))
