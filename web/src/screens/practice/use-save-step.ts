import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { QueuedPart } from '#core/practice/practice-session.ts'
import type { Bpm } from '#core/music/tempo.ts'
import { showError } from '#web/kit/show-toast.tsx'
import { isPedalBounce } from './pedal-bounce.ts'
import type { Routine } from './use-routine.ts'

type SavedStep = {
  /** Saves a tempo for a step's part unless the press is a bounce, and shows an error if it cannot be stored. */
  readonly save: (part: QueuedPart, tempo: Bpm, pressedAt: number) => Promise<void>
  readonly isSaving: boolean
}

/** Saves a step once per press (D19). */
export function useSaveStep(save: Routine['save']): SavedStep {
  const { t: common } = useTranslation()
  const lastPress = useRef<number | null>(null)
  const [isSaving, setSaving] = useState(false)

  async function saveOnce(part: QueuedPart, tempo: Bpm, pressedAt: number) {
    if (isSaving || isPedalBounce(lastPress.current, pressedAt)) return
    lastPress.current = pressedAt
    setSaving(true)
    const recorded = await save(part, tempo)
    setSaving(false)
    if (recorded.kind === 'saved') return
    // The next press is a retry, not a bounce.
    lastPress.current = null
    showError(common('toast.error'))
  }

  return { save: saveOnce, isSaving }
}
