import { useEffect, useRef, useState } from 'react'
import type { Bpm } from '#core/music/tempo.ts'

/** Debounce in ms before a tempo is announced, longer than the pause between two presses. */
const REST_MS = 500

type SaidTempo = {
  /** Content of the live region. */
  readonly said: Bpm | null
  /** Announces a tempo if no other follows within the debounce; null cancels it. */
  readonly say: (tempo: Bpm | null) => void
}

/**
 * Returns the tempo that a live region announces to screen readers (or null), and a function that sets it. The function
 * waits until no other tempo has followed for 0.5 s, so that not every press of − and + is announced (rule PX18).
 */
export function useAnnouncedTempo(): SaidTempo {
  const [said, setSaid] = useState<Bpm | null>(null)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)

  function say(tempo: Bpm | null) {
    clearTimeout(waiting.current)
    if (tempo === null) setSaid(null)
    else waiting.current = setTimeout(() => setSaid(tempo), REST_MS)
  }

  useEffect(() => () => clearTimeout(waiting.current), [])

  return { said, say }
}
