import { useTranslation } from 'react-i18next'
import { Button } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/notice.tsx'

/** The state of the form for a piece that determines which notices it shows. */
export type EditFormStatus = {
  /** The piece was deleted elsewhere while its form was open. */
  isGone: boolean
  /** The piece was changed elsewhere. */
  isChanged: boolean
  /** The input was restored from an earlier, unsaved visit. */
  isRestored: boolean
  isSaving: boolean
}

/**
 * Renders the notices of the form for a piece: about unsaved input, changes from another device, or a piece that was
 * deleted on another device.
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
