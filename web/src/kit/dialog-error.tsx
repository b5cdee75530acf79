import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import styles from './dialog-error.module.css'

/**
 * Renders an error inside the dialog it occurred in, and announces it. A toast would be outside of what a modal dialog
 * exposes to a screen reader. Remove it before a retry, so that the same text is announced again (rule UP4).
 */
export const DialogError = ({ children }: { children: ReactNode }) => (
  <p role="alert" className={styles.fault}>
    <Icon name="alert" className={styles.sign} />
    <span>{children}</span>
  </p>
)
