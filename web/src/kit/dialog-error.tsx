import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import styles from './dialog-error.module.css'

/**
 * Renders an error message inside a dialog and announces it to screen readers, which would not read a toast behind a
 * modal dialog. Remove the message before a retry, so that the same text is announced again (rule UP3).
 */
export const DialogError = ({ children }: { children: ReactNode }) => (
  <p role="alert" className={styles.fault}>
    <Icon name="alert" className={styles.sign} />
    <span>{children}</span>
  </p>
)
