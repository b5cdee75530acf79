import { useTranslation } from 'react-i18next'
import type { ReactNode } from 'react'
import styles from './key-list.module.css'

/** Renders keys and what they do, as a list of KeyRow. */
export const KeyList = ({ children }: { children: ReactNode }) => <dl className={styles.keys}>{children}</dl>

type Props = {
  keys: string
  /** What a press does. */
  short: string
  /** What holding the key does, if that is something else. */
  long?: string
}

/** Renders one key, or several that do the same. Needs the texts of practice. */
export function KeyRow({ keys, short, long }: Props) {
  const { t } = useTranslation('practice')
  return (
    <div>
      <dt>{keys}</dt>
      <dd>
        {short}
        {long !== undefined && <small>{t('pedal.held', { action: long })}</small>}
      </dd>
    </div>
  )
}
