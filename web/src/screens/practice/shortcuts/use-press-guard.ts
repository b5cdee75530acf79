import { useState } from 'react'
import { isPedalBounce } from './pedal-bounce.ts'

/**
 * Detects presses that the user did not intend, because they come less than 0.6 s after an accepted press. Times
 * are in milliseconds of the page's clock.
 */
export type PressGuard = {
  /** Returns true if the press is an echo: an unintended repetition of the last accepted press. */
  readonly isEcho: (pressedAt: number) => boolean
  /** Accepts a press and returns true, or returns false if the press is an echo. */
  readonly accept: (pressedAt: number) => boolean
  /** Forgets the last press, so that the next one is a retry and not an echo. */
  readonly reset: () => void
}

/**
 * Returns a guard with which a screen can ignore double presses and presses caused by the bouncing switch of a
 * pedal (rule PX7).
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
