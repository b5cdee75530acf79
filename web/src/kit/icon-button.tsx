import type { ComponentProps } from 'react'
import { Link, type LinkProps } from 'react-router'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './icon-button.module.css'

type Look = { icon: IconName; label: string }

/** A round button of 48 px that is only a sign; `label` is what a screen reader says. */
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

/** The same as a link. */
export function IconLink({ icon, label, className, ...rest }: Look & LinkProps) {
  return (
    <Link {...rest} className={classNames(styles.button, className)} aria-label={label}>
      <Icon name={icon} />
    </Link>
  )
}
