import type { ReactNode } from 'react'
import styles from './hidden.module.css'

/** Words for a screen reader only, where the eye has another sign. */
export const Hidden = ({ children }: { children: ReactNode }) => (
  <span className={styles.hidden}>{children}</span>
)
