import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Piece } from '#core/library/piece.ts'
import { Button } from '#web/kit/button.tsx'
import { createLazyComponent } from '#web/kit/lazy-component.tsx'
import { loadWithTexts } from '#web/language/language.ts'

const settings = createLazyComponent(() =>
  loadWithTexts(['practice'], async () => (await import('./click-settings-dialog.tsx')).ClickSettingsDialog),
)

/** Renders the button that opens the dialog with the metronome settings of a piece. */
export function ClickSettingsButton({ piece }: { piece: Piece }) {
  const { t } = useTranslation('pieces')
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <Button icon="sound" onClick={() => setOpen(true)}>
        {t('editor.click')}
      </Button>
      {isOpen && (
        <Suspense>
          <settings.View piece={piece} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
