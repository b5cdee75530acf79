import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Piece } from '#core/library/piece.ts'
import { Button } from '#web/kit/button.tsx'
import { lazyComponent } from '#web/kit/lazy-component.tsx'
import { loadWithTexts } from '#web/language/language.ts'

const settings = lazyComponent(() =>
  loadWithTexts(['practice'], async () => (await import('./click-settings.tsx')).ClickSettingsDialog),
)

/** Renders the button that opens the click of a piece. */
export function ClickButton({ piece }: { piece: Piece }) {
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
