import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './pill.module.css'

type Props = { icon: IconName; fades?: boolean; children: ReactNode }

export const Pill = ({ icon, fades = false, children }: Props) => (
  <span className={classNames(styles.pill, fades && styles.fades)}>
    <Icon name={icon} small />
    {children}
  </span>
)

type ButtonProps = Pick<Props, 'icon' | 'children'> & {
  label?: string
  className?: string | false | undefined
  onClick: () => void
}

export const PillButton = ({ icon, children, label, className, onClick }: ButtonProps) => (
  <button type="button" className={classNames(styles.button, className)} aria-label={label} onClick={onClick}>
    <Pill icon={icon}>{children}</Pill>
  </button>
)
