import { useTranslation } from 'react-i18next'
import { Button } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/notice.tsx'

/** The state of the form for a piece. It determines which messages (notices) the form shows above its fields. */
export type EditFormStatus = {
  /** Whether the piece was deleted on another device or in another tab while its form was open. */
  isGone: boolean
  /** Whether the piece was changed on another device or in another tab. */
  isChanged: boolean
  /** Whether the input was restored from an earlier visit that ended without saving. */
  isRestored: boolean
  isSaving: boolean
}

/**
 * Renders messages (notices) above the form for a piece. They tell the user that unsaved input was restored, which
 * the user can discard, or that the piece was changed or deleted on another device.
 */
export function FormNotices({ state, onDiscard }: { state: EditFormStatus; onDiscard: () => void }) {
  const { t } = useTranslation('pieces')
  return (
    <>
      {state.isRestored && (
        <Notice icon="edit" actions={<Button onClick={onDiscard}>{t('editor.unsaved.discard')}</Button>}>
          <p>
            <b>{t('editor.unsaved.title')}</b>
          </p>
          <p>{t('editor.unsaved.text')}</p>
        </Notice>
      )}
      {state.isChanged && (
        <Notice icon="sync" role="status">
          <p>
            <b>{t('editor.changed.title')}</b>
          </p>
          <p>{t('editor.changed.text')}</p>
        </Notice>
      )}
      {state.isGone && (
        <Notice icon="alert" role="alert">
          <p>
            <b>{t('editor.gone.title')}</b>
          </p>
          <p>{t('editor.gone.text')}</p>
        </Notice>
      )}
    </>
  )
}
