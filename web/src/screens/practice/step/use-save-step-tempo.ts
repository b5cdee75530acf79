import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { QueuedPart } from '#core/practice/practice-session.ts'
import type { Bpm } from '#core/music/tempo.ts'
import { showError } from '#web/kit/toast/show-toast.tsx'
import { usePressGuard, type PressGuard } from '../shortcuts/use-press-guard.ts'
import type { RoutineControl } from '../routine/use-routine.ts'

type SavedStep = {
  /**
   * Saves a tempo for the part of a step, and shows an error if it cannot be stored. Ignores an unintended repetition
   * of the previous press. `pressedAt` is in milliseconds of the page's clock.
   */
  readonly save: (part: QueuedPart, tempo: Bpm, pressedAt: number) => Promise<void>
  readonly isSaving: boolean
}

/**
 * Returns a function that saves the tempo of a practice step, and whether a save is in progress. The function ignores a
 * press during a save, and an unintended repetition of the previous press, such as one caused by the bouncing switch of
 * a pedal (decision D19).
 *
 * @param ending the guard that knows the press that ended the run-through before this step; a repetition of that press
 * does not save a tempo
 */
export function useSaveStepTempo(save: RoutineControl['save'], ending: PressGuard): SavedStep {
  const { t: common } = useTranslation()
  const presses = usePressGuard()
  const [isSaving, setSaving] = useState(false)

  async function saveOnce(part: QueuedPart, tempo: Bpm, pressedAt: number) {
    if (isSaving || ending.isEcho(pressedAt) || !presses.accept(pressedAt)) return
    setSaving(true)
    const recorded = await save(part, tempo)
    setSaving(false)
    if (recorded.kind === 'saved') return
    // The next press is a retry, not a bounce.
    presses.reset()
    showError(common('toast.error'))
  }

  return { save: saveOnce, isSaving }
}
