import type { Sound, SoundState } from '#web/metronome/sound.ts'

/** An audio system for tests: its clock goes when told to, and what was ordered can be looked at. */
export type FakeSound = Sound & {
  /** The clicks that are due or were heard, in seconds, earliest first; those taken back are gone. */
  readonly clicks: () => number[]
  /** Clicks that were taken back after their time had come: cut off, which would crackle. */
  readonly cut: () => number[]
  readonly ordered: () => number
  readonly become: (state: SoundState) => void
  /** Lets the audio clock go on. */
  readonly pass: (seconds: number) => void
  readonly isAsked: () => boolean
}

/** Heard 0.1 s after it was sent; `performance.now()` is the audio clock in milliseconds. */
export function fakeSound(first: SoundState = 'running'): FakeSound {
  let time = 10
  let state = first
  let asked = false
  let ordered = 0
  const clicks = new Set<{ at: number }>()
  const cut: number[] = []
  const listeners = new Set<() => void>()
  return {
    now: () => time,
    state: () => state,
    click(at) {
      const click = { at }
      ordered++
      clicks.add(click)
      return {
        cancel() {
          if (at <= time) cut.push(at)
          clicks.delete(click)
        },
      }
    },
    resume: () => (asked = true),
    suspend: () => (state = 'suspended'),
    heardAt: performanceTime => performanceTime / 1000 - 0.1,
    onStateChange: listener => listeners.add(listener),
    clicks: () => [...clicks].map(click => click.at).sort((a, b) => a - b),
    cut: () => cut,
    ordered: () => ordered,
    become(next) {
      state = next
      for (const listener of listeners) listener()
    },
    pass: seconds => (time += seconds),
    isAsked: () => asked,
  }
}
