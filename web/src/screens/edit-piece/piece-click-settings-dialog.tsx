import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clickPatternFromSettings, clickSettingsFromPattern } from '#core/music/click-pattern.ts'
import type { Piece } from '#core/library/piece.ts'
import { Dialog } from '#web/kit/dialog.tsx'
import { ClickPatternFields } from '#web/kit/music/click-pattern-fields.tsx'
import { showErrorToast } from '#web/kit/toast/show-toast.tsx'
import { shallowEqual } from '#web/metronome/shallow-equal.ts'
import { useLibraryServices } from '#web/store/library-services.ts'
import { recordChange } from '#web/store/record-change.ts'

export function PieceClickSettingsDialog({ piece, onClose }: { piece: Piece; onClose: () => void }) {
  const { t } = useTranslation('practice')
  const device = useLibraryServices()
  const [stored] = useState(() => clickPatternFromSettings(piece.click))
  const [pattern, setPattern] = useState(stored)

  async function close() {
    onClose()
    if (shallowEqual(stored, pattern)) return
    const click = clickSettingsFromPattern(pattern)
    const recorded = await recordChange(device, { kind: 'piece.patch', args: { id: piece.id, click } })
    if (recorded.kind !== 'saved') showErrorToast()
  }

  return (
    <Dialog title={t('click.title')} onClose={() => void close()}>
      <ClickPatternFields piece={piece.name} pattern={pattern} onPattern={setPattern} />
    </Dialog>
  )
}
