import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { undeletedPieces } from '#core/library/library.ts'
import { useAnalytics } from '#web/analytics/analytics.ts'
import { focusItemInNextList } from '#web/kit/list/use-list-position.ts'
import { showError, showSuccess } from '#web/kit/toast/show-toast.tsx'
import type { PlanLimit } from '#web/billing/upgrade-dialog.tsx'
import { useIsScreenCurrent } from '#web/kit/use-is-screen-current.ts'
import { navigate } from '#web/navigation/navigate.ts'
import { newPartId, newPieceId, recordChanges } from '#web/store/record-change.ts'
import { useDeviceLibrary, useLibrary } from '#web/store/device-library.ts'
import { nameOfCopy, duplicatePieceIntentions } from './duplicate-piece-intentions.ts'
import type { PieceWithParts } from './edit-draft.ts'

/**
 * Returns a function that adds a copy of the stored piece and then goes to the copy in the list of pieces (rule EP23).
 *
 * @param onLimit called if the copy would exceed a limit of the Free plan
 */
export function useDuplicatePiece(opened: PieceWithParts, onLimit: (limit: PlanLimit) => void): () => void {
  const { t } = useTranslation('pieces')
  const { t: common } = useTranslation()
  const { trackEvent } = useAnalytics()
  const device = useDeviceLibrary()
  const library = useLibrary()
  const isShown = useIsScreenCurrent()
  const isBusy = useRef(false)

  async function duplicate() {
    if (isBusy.current || library.kind !== 'ready') return
    isBusy.current = true
    const id = newPieceId()
    const name = nameOfCopy(
      opened.piece.name,
      undeletedPieces(library.library).map(piece => piece.name),
    )
    const recorded = await recordChanges(
      device,
      duplicatePieceIntentions(opened, name, { piece: id, part: newPartId }),
    )
    isBusy.current = false
    if (recorded.kind === 'saved') {
      trackEvent({ name: 'add_piece' })
      showSuccess(t('editor.saved', { piece: name }))
      if (!isShown()) return
      focusItemInNextList(id)
      navigate('/pieces')
    } else if (recorded.kind === 'rejected' && recorded.code === 'too-many-pieces') onLimit('pieces')
    else if (recorded.kind === 'rejected' && recorded.code === 'too-many-parts') onLimit('parts')
    else showError(common('toast.error'))
  }

  return () => void duplicate()
}
