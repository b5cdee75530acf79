import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RETENTION_PERIODS } from '#core/library/retention.ts'
import { MAX_FREE_PIECES } from '#core/plan/plan.ts'
import { DialogError, ConfirmDialog } from '#web/kit/dialog.tsx'
import { focusAddedListItem } from '#web/kit/list/use-list-position.ts'
import { showErrorToast, showSuccessToast, showUndoToast } from '#web/kit/toast/show-toast.tsx'
import { useLibraryServices } from '#web/store/library-services.ts'
import { recordChange } from '#web/store/record-change.ts'
import type { PieceWithParts } from './edit-draft.ts'

type Props = {
  opened: PieceWithParts
  onWriting: (isWriting: boolean) => void
  onDeleted: () => void
  onKeep: () => void
}

export function DeletePieceDialog({ opened: { piece, parts }, onWriting, onDeleted, onKeep }: Props) {
  const { t } = useTranslation('pieces')
  const device = useLibraryServices()
  const [hasFailed, setFailed] = useState(false)
  const sections = parts.filter(part => part.name !== null).length
  const days = RETENTION_PERIODS.deletedDays

  async function remove() {
    setFailed(false)
    onWriting(true)
    const recorded = await recordChange(device, { kind: 'piece.delete', args: { id: piece.id } })
    if (recorded.kind !== 'saved') {
      onWriting(false)
      return setFailed(true)
    }
    onKeep()
    showUndoToast(t('editor.deleted', { piece: piece.name }), () => void restore())
    onDeleted()
  }

  async function restore() {
    const recorded = await recordChange(device, { kind: 'piece.restore', args: { id: piece.id } })
    if (recorded.kind === 'saved') {
      showSuccessToast(t('editor.restored', { piece: piece.name }))
      focusAddedListItem(piece.id)
    } else if (recorded.kind === 'rejected' && recorded.code === 'too-many-pieces')
      showErrorToast(t('editor.noRoom', { piece: piece.name, count: MAX_FREE_PIECES }))
    else showErrorToast()
  }

  return (
    <ConfirmDialog
      title={t('editor.ask.title', { piece: piece.name })}
      confirm={t('editor.ask.confirm')}
      keep={t('editor.ask.keep')}
      icon="trash"
      danger
      onConfirm={remove}
      onClose={onKeep}
    >
      <p>
        {sections === 0
          ? t('editor.ask.whole', { days })
          : t('editor.ask.sections', { count: sections, days })}
      </p>
      {hasFailed && <DialogError />}
    </ConfirmDialog>
  )
}
