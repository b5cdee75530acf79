import { useState } from 'react'
import { isPedalBounce } from './pedal-bounce.ts'

/**
 * Detects presses that follow an accepted press so closely that the user did not intend them. Times are in milliseconds
 * of the events' clock.
 */
export type PressGuard = {
  /** Returns true if the press is an echo of the last accepted one. */
  readonly isEcho: (pressedAt: number) => boolean
  /** Accepts a press and returns true; returns false if it is an echo. */
  readonly accept: (pressedAt: number) => boolean
  /** Forgets the last press, so that the next one is a retry and not an echo. */
  readonly reset: () => void
}

/** Returns a guard that detects double presses and the bouncing of a pedal's switch (rule PX7). */
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
