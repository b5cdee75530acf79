import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Hidden } from './kit/hidden.tsx'
import { useShownSync, type ShownSync } from './shown-sync.ts'
import { useSyncWords } from './sync-words.ts'

// A tunnel that is over before anybody has heard of it.
const LASTING_MS = 2000

/**
 * Says once, when it lasts, that something keeps this device from the server, and once that all is well again: not
 * every count, not every attempt, and nothing while nothing was wrong (rule SN17).
 */
export function SyncVoice() {
  const shown = useShownSync()
  const words = useSyncWords(shown)
  const [said, setSaid] = useState('')
  const last = useRef('synced')
  const matter = matterOf(shown)

  // The words are those of the moment in which it is said; a count that goes up says nothing new.
  const say = useEffectEvent((now: string) => {
    last.current = now
    setSaid(words)
  })
  useEffect(() => {
    if (matter === null || matter === last.current) return
    const timer = setTimeout(() => say(matter), LASTING_MS)
    return () => clearTimeout(timer)
  }, [matter])

  return (
    <output>
      <Hidden>{said}</Hidden>
    </output>
  )
}

/** What is worth being said; null where it is not known yet. */
function matterOf(shown: ShownSync): string | null {
  if (shown.kind === 'syncing') return null
  return shown.kind === 'refused' ? `refused ${shown.refused}` : shown.kind
}
