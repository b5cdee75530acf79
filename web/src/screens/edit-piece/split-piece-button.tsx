import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/kit/button.tsx'

type Props = {
  /** The form of the first section was left without a name. */
  takesFocus: boolean
  onSplit: () => void
}

/** Renders the button that splits a piece into sections (rule EP24). */
export function SplitPieceButton({ takesFocus, onSplit }: Props) {
  const { t } = useTranslation('pieces')
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (takesFocus) button.current?.focus()
  }, [takesFocus])

  return (
    <div>
      <Button ref={button} icon="list" onClick={onSplit}>
        {t('editor.split.open')}
      </Button>
    </div>
  )
}
