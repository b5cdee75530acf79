import { useState } from 'react'
import { isPedalBounce } from './pedal-bounce.ts'

/** Recognizes presses that follow an accepted one so closely that they are its echo. Times are those of events, in ms. */
export type PressGuard = {
  /** Returns true if the press is an echo of the last accepted one. */
  readonly isEcho: (pressedAt: number) => boolean
  /** Accepts a press and returns true; returns false if it is an echo. */
  readonly accept: (pressedAt: number) => boolean
  /** Forgets the last press, so that the next one is a retry and not an echo. */
  readonly reset: () => void
}

/** Returns a guard against the bounce of a pedal's switch and against double presses (rule PX7). */
export function usePressGuard(): PressGuard {
  const [guard] = useState(createPressGuard)
  return guard
}

function createPressGuard(): PressGuard {
  let last: number | null = null
  const isEcho = (pressedAt: number) => isPedalBounce(last, pressedAt)
  return {
    isEcho,
    accept(pressedAt) {
      if (isEcho(pressedAt)) return false
      last = pressedAt
      return true
    },
    reset() {
      last = null
    },
  }
}
