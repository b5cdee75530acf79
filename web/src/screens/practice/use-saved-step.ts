import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Library } from '#core/library.ts'
import type { Part, PracticeId } from '#core/piece.ts'
import type { QueuedPart } from '#core/session.ts'
import type { Bpm } from '#core/tempo.ts'
import { showError, showSuccess } from '#web/kit/toast.tsx'
import { newPracticeId } from '#web/store/new-ids.ts'
import { recordChange } from '#web/store/record-change.ts'
import { isBounce } from './bounce.ts'

type SavedStep = {
  /** Saves a tempo for the part of a step; null when the press was an echo or nothing could be stored (then it is said). */
  readonly save: (part: QueuedPart, tempo: Bpm, pressedAt: number) => Promise<QueuedPart['saved']>
  readonly isSaving: boolean
}

/** Saving a step: once per press, with Undo in the toast (D19). */
export function useSavedStep(library: Library): SavedStep {
  const { t } = useTranslation('practice')
  const { t: common } = useTranslation()
  const lastPress = useRef<number | null>(null)
  const [isSaving, setSaving] = useState(false)

  async function save(part: QueuedPart, tempo: Bpm, pressedAt: number) {
    if (isSaving || isBounce(lastPress.current, pressedAt)) return null
    lastPress.current = pressedAt
    const practiceId = newPracticeId()
    const before = library.parts.get(part.partId)
    const { pieceId, partId } = part
    setSaving(true)
    const recorded = await recordChange({
      kind: 'practice.add',
      args: { id: practiceId, pieceId, partId, tempo },
    })
    setSaving(false)
    if (recorded.kind !== 'saved') {
      // The next press is no echo: it is the second attempt.
      lastPress.current = null
      showError(common('toast.error'))
      return null
    }
    showSuccess(t('saved', { piece: part.piece }), {
      label: common('undo'),
      run: () => void takeBack(practiceId, before),
    })
    return { practiceId, tempo }
  }

  async function takeBack(id: PracticeId, before: Part | undefined) {
    if (before === undefined) return
    const { currentTempo, lastPracticed } = before
    const recorded = await recordChange({
      kind: 'practice.retract',
      args: { id, currentTempo, lastPracticed },
    })
    // The step counts as unsaved from here on: the routine reads that from the library (routine.ts).
    if (recorded.kind !== 'saved') showError(common('toast.error'))
  }

  return { save, isSaving }
}
