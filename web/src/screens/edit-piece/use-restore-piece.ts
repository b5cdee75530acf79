import { useTranslation } from 'react-i18next'
import type { Piece } from '#core/library/piece.ts'
import { MAX_FREE_PIECES } from '#core/plan/plan.ts'
import { scrollToListItem } from '#web/kit/list/scroll-to-list-item.ts'
import { showError, showSuccess } from '#web/kit/show-toast.tsx'
import { useDeviceLibrary } from '#web/store/device-library.ts'
import { recordChange } from '#web/store/record-change.ts'

/**
 * Returns a function that restores a deleted piece and then scrolls to it in the list of pieces. Shows an error toast
 * if the Free plan has no room for the piece (rule EP25).
 */
export function useRestorePiece(): (piece: Piece) => Promise<void> {
  const { t } = useTranslation('pieces')
  const { t: common } = useTranslation()

  const device = useDeviceLibrary()
  return async ({ id, name }) => {
    const recorded = await recordChange(device, { kind: 'piece.restore', args: { id } })
    if (recorded.kind === 'saved') {
      showSuccess(t('editor.restored', { piece: name }))
      scrollToListItem(id)
    } else if (recorded.kind === 'refused' && recorded.code === 'too-many-pieces')
      showError(t('editor.noRoom', { piece: name, count: MAX_FREE_PIECES }))
    else showError(common('toast.error'))
  }
}
