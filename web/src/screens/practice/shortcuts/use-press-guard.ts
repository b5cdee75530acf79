import { useState } from 'react'
import { isPedalBounce } from './pedal-bounce.ts'

/**
 * Detects presses that the user did not intend, because they come less than 0.6 s after an accepted press. Times
 * are in milliseconds of the page's clock.
 */
export type PressGuard = {
  /** Returns true if the press is an echo: an unintended repetition of the last accepted press. */
  readonly isEcho: (pressedAt: number) => boolean
  /** Returns false if the press is an echo. Otherwise returns true and remembers the press as the last accepted one. */
  readonly accept: (pressedAt: number) => boolean
  /** Forgets the last accepted press, so that the next press is not an echo, for example after a failed save. */
  readonly reset: () => void
}

/**
 * Returns an object that detects unintended presses. A screen uses it to ignore double presses and presses caused by
 * the bouncing switch of a pedal. The object stays the same on each render (rule PX7).
 */
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
