import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './pill.module.css'

type Props = { icon: IconName; fades?: boolean; children: ReactNode }

/** A small state with a sign and words: "offline, 3 unsynced". `fades` lets good news go by itself. */
export const Pill = ({ icon, fades = false, children }: Props) => (
  <span className={classNames(styles.pill, fades && styles.fades)}>
    <Icon name={icon} className={styles.sign} />
    {children}
  </span>
)
