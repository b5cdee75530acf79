import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import styles from './dialog-error.module.css'

/**
 * Renders an error inside a dialog and announces it. Unlike a toast, it is part of what a modal dialog exposes to
 * screen readers. Remove it before a retry, so that the same text is announced again (rule UP4).
 */
export const DialogError = ({ children }: { children: ReactNode }) => (
  <p role="alert" className={styles.fault}>
    <Icon name="alert" className={styles.sign} />
    <span>{children}</span>
  </p>
)
