import { useTranslation } from 'react-i18next'
import type { ReactNode } from 'react'
import styles from './shortcut-key-list.module.css'

/** Renders a list of keyboard shortcuts. Its children are ShortcutKeyRows. */
export const ShortcutKeyList = ({ children }: { children: ReactNode }) => (
  <dl className={styles.keys}>{children}</dl>
)

type Props = {
  keys: string
  /** The effect of a press. */
  short: string
  /** The effect of holding the key, if it differs. */
  long?: string
}

/**
 * Renders one row of a list of keyboard shortcuts: one or several keys and their effect. The translation file
 * `practice` must be loaded.
 */
export function ShortcutKeyRow({ keys, short, long }: Props) {
  const { t } = useTranslation('practice')
  return (
    <div>
      <dt translate="no">{keys}</dt>
      <dd>
        {short}
        {long !== undefined && <small>{t('pedal.held', { action: long })}</small>}
      </dd>
    </div>
  )
}
