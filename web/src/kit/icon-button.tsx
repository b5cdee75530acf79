import type { ComponentProps } from 'react'
import { Link, type LinkProps } from '#web/navigation/link.tsx'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './icon-button.module.css'

type Look = { icon: IconName; label: string }

/** Renders a round icon button of 48 px; `label` is its accessible name. */
export function IconButton({
  icon,
  label,
  className,
  type = 'button',
  ...rest
}: Look & ComponentProps<'button'>) {
  return (
    <button {...rest} type={type} className={classNames(styles.button, className)} aria-label={label}>
      <Icon name={icon} />
    </button>
  )
}

/** Renders a link that looks like an icon button. */
export function IconLink({ icon, label, className, ...rest }: Look & LinkProps) {
  return (
    <Link {...rest} className={classNames(styles.button, className)} aria-label={label}>
      <Icon name={icon} />
    </Link>
  )
}
