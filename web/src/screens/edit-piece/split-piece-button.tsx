import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/kit/button.tsx'

type Props = {
  /**
   * Whether the button gets the focus, because the user has just closed the form of the first section without a name.
   */
  takesFocus: boolean
  onSplit: () => void
}

/** Renders the button with which the user begins to split a piece into sections (rule EP23). */
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
