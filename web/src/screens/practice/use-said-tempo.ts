import { useEffect, useRef, useState } from 'react'
import type { Bpm } from '#core/tempo.ts'

/** So long a tempo must stand before it is said: shorter than a thought, longer than the way to the next press. */
const REST_MS = 500

type SaidTempo = {
  /** What a live region holds now. */
  readonly said: Bpm | null
  /** Says a tempo when no other came for a moment; null takes back what was to be said. */
  readonly say: (tempo: Bpm | null) => void
}

/** The tempo that the buttons − and + set, said once when they rest and not with every press (rule PX18). */
export function useSaidTempo(): SaidTempo {
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
