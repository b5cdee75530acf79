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

type ButtonProps = Pick<Props, 'icon' | 'children'> & {
  /** Where the words alone do not tell what a press does. */
  label?: string
  onClick: () => void
}

/** A pill that tells more, or does something about it, when it is pressed. */
export const PillButton = ({ icon, children, label, onClick }: ButtonProps) => (
  <button type="button" className={styles.button} aria-label={label} onClick={onClick}>
    <Pill icon={icon}>{children}</Pill>
  </button>
)
