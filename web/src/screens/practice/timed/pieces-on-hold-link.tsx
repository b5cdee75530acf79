import { useTranslation } from 'react-i18next'
import { piecesOnHold } from '#core/library/library.ts'
import { ButtonLink } from '#web/kit/button.tsx'
import { useLibrary } from '#web/store/device-library.ts'
import styles from './timed.module.css'

/**
 * Renders the number of pieces on hold (excluded from practice for now) as a link to the list of pieces. Renders
 * nothing if there are none (rule OH1).
 */
export function PiecesOnHoldLink() {
  const { t } = useTranslation('practice')
  const library = useLibrary()
  const count = library.kind === 'ready' ? piecesOnHold(library.library).length : 0
  if (count === 0) return null
  return (
    <ButtonLink variant="bare" className={styles.onHold} to="/pieces">
      {t('onHold', { count })}
    </ButtonLink>
  )
}
