import { useEffect, useRef, useState } from 'react'

/** Debounce in ms before a text is announced, longer than the pause between two presses. */
const REST_MS = 500

type Announcement = {
  /** Content of the live region. */
  readonly said: string | null
  /** Announces a text, such as a new tempo, if no other follows within the debounce; null cancels it. */
  readonly say: (text: string | null) => void
}

/**
 * Returns the text that a live region announces to screen readers (or null), and a function that sets it. The function
 * waits until no other text has followed for 0.5 s, so that not every press of − and + is announced (rule PX18).
 */
export function useAnnouncement(): Announcement {
  const [said, setSaid] = useState<string | null>(null)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)

  function say(text: string | null) {
    clearTimeout(waiting.current)
    if (text === null) setSaid(null)
    else waiting.current = setTimeout(() => setSaid(text), REST_MS)
  }

  useEffect(() => () => clearTimeout(waiting.current), [])

  return { said, say }
}
