import { useTranslation } from 'react-i18next'
import type { QueuedPart, UndoableSave } from '#core/practice/practice-session.ts'
import type { Bpm } from '#core/music/tempo.ts'
import { showError, showSuccess } from '#web/kit/toast/show-toast.tsx'
import { useDeviceLibrary } from '#web/store/device-library.ts'
import { recordChange } from '#web/store/record-change.ts'

/**
 * Returns a function that shows a toast for a saved tempo. Call it after the tempo was saved. The toast's Undo button
 * retracts the saved practice entry and restores the previous tempo of the part (decision D19, rules PX8 and PX31).
 */
export function useSaveUndoToast(): (part: QueuedPart, bpm: Bpm, undo: UndoableSave) => void {
  const { t } = useTranslation('practice')
  const { t: common } = useTranslation()

  const device = useDeviceLibrary()
  async function takeBack({ practiceId, before }: UndoableSave) {
    const recorded = await recordChange(device, {
      kind: 'practice.retract',
      args: { id: practiceId, ...before },
    })
    // The step counts as unsaved from now on, which the routine reads from the library (update-session-from-library.ts).
    if (recorded.kind !== 'saved') showError(common('toast.error'))
  }

  return ({ piece, name }, bpm, undo) =>
    showSuccess(t('saved', { part: name ?? piece, bpm }), {
      label: common('undo'),
      run: () => void takeBack(undo),
    })
}
