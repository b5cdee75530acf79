import { useTranslation } from 'react-i18next'
import type { Piece } from '#core/library/piece.ts'
import { focusAddedListItem } from '#web/kit/list/use-list-position.ts'
import { showErrorToast, showUndoToast } from '#web/kit/toast/show-toast.tsx'
import { useLibraryServices } from '#web/store/library-services.ts'
import { recordChanges } from '#web/store/record-change.ts'

type NamedPiece = Pick<Piece, 'id' | 'name'>

export function usePutOnHold(): (pieces: readonly NamedPiece[], onHold: boolean) => Promise<boolean> {
  const { t } = useTranslation('pieces')
  const device = useLibraryServices()

  async function save(pieces: readonly NamedPiece[], onHold: boolean): Promise<boolean> {
    const recorded = await recordChanges(
      device,
      pieces.map(({ id }) => ({ kind: 'piece.patch', args: { id, onHold } })),
    )
    if (recorded.kind !== 'saved') showErrorToast()
    return recorded.kind === 'saved'
  }

  return async (pieces, onHold) => {
    const last = pieces.at(-1)
    if (last === undefined) return false
    const card = document.querySelector(`main [data-id="${last.id}"]`)
    const next = card?.nextElementSibling ?? card?.previousElementSibling
    if (!(await save(pieces, onHold))) return false
    // The cards move to another list, and the focus must not be lost with them.
    focusAddedListItem(next?.getAttribute('data-id') ?? last.id)
    const said = t(onHold ? 'hold.onHold' : 'hold.offHold', { count: pieces.length, piece: last.name })
    showUndoToast(said, () => void save(pieces, !onHold))
    return true
  }
}
