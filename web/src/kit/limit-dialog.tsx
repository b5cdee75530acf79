import { useTranslation } from 'react-i18next'
import { FREE_PARTS, FREE_PIECES } from '#core/plan.ts'
import { Dialog } from './dialog.tsx'
import styles from './limit-dialog.module.css'

export type Limit = 'pieces' | 'parts'

const HOLDS: Record<Limit, number> = { pieces: FREE_PIECES, parts: FREE_PARTS }

/** "oh no": the Free plan holds no more of them (spec 5, D5). */
export function LimitDialog({ limit, onClose }: { limit: Limit; onClose: () => void }) {
  const { t } = useTranslation('pieces')
  const count = HOLDS[limit]
  return (
    <Dialog title={t('limit.title')} onClose={onClose}>
      <p>{t(`limit.${limit}`, { count })}</p>
      <div className={styles.slots} aria-hidden="true">
        {Array.from({ length: count }, (_, place) => (
          <i key={place} />
        ))}
        <i className={styles.noPlace} />
      </div>
      <p className={styles.hint}>{t(`limit.${limit}Hint`)}</p>
    </Dialog>
  )
}
