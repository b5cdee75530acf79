import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import styles from './dialog-fault.module.css'

/**
 * What went wrong, inside the dialog it went wrong in: seen there and said at once. A toast would stand outside of
 * what a modal dialog leaves for a screen reader to see. Take it away before trying again, so that the same words
 * are said a second time (rule UP4).
 */
export const DialogFault = ({ children }: { children: ReactNode }) => (
  <p role="alert" className={styles.fault}>
    <Icon name="alert" className={styles.sign} />
    <span>{children}</span>
  </p>
)
