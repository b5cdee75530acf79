import { useRef, useState, type ComponentProps, type MouseEvent } from 'react'
import { Link, type LinkProps } from '#web/navigation/link.tsx'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import { LoadingDots } from './spinner.tsx'
import styles from './button.module.css'

export type ButtonAppearanceProps = {
  /** 'main', 'quiet' (default) and 'danger-fill' are filled, 'line' is outlined, the others have no box. */
  variant?: 'main' | 'quiet' | 'line' | 'bare' | 'danger' | 'danger-fill' | undefined
  size?: 'normal' | 'wide' | 'big' | 'big-wide' | undefined
  icon?: IconName | undefined
  iconAfter?: IconName | undefined
}

export type ButtonProps = ButtonAppearanceProps &
  Omit<ComponentProps<'button'>, 'onClick'> & {
    busy?: boolean
    /** If this returns a promise, the button is busy until the promise settles. */
    onClick?: (event: MouseEvent<HTMLButtonElement>) => unknown
  }

/** Ignores presses while busy, and the second click of a double click that began on another element (PX7). */
export function Button({ variant, size, icon, iconAfter, busy: isBusy = false, ...rest }: ButtonProps) {
  const { className, children, onClick, type = 'button', ...attributes } = rest

  const heardFirstClick = useRef(false)
  const [isWorking, setWorking] = useState(false)
  const busy = isBusy || isWorking

  function press(event: MouseEvent<HTMLButtonElement>) {
    heardFirstClick.current ||= event.detail <= 1
    if (busy || !heardFirstClick.current) return event.preventDefault()
    const work = onClick?.(event)
    if (!(work instanceof Promise)) return
    setWorking(true)
    void work.finally(() => setWorking(false))
  }

  return (
    <button
      {...attributes}
      type={type}
      className={classNames(buttonClasses({ variant, size }), className)}
      aria-busy={busy || undefined}
      data-covered={(busy && icon === undefined) || undefined}
      aria-disabled={busy || attributes['aria-disabled']}
      onClick={press}
    >
      <Content icon={icon} iconAfter={iconAfter} busy={busy}>
        {children}
      </Content>
    </button>
  )
}

export function ButtonLink(props: ButtonAppearanceProps & LinkProps) {
  const { variant, size, icon, iconAfter, className, children, ...rest } = props
  return (
    <Link {...rest} className={classNames(buttonClasses({ variant, size }), className)}>
      <Content icon={icon} iconAfter={iconAfter}>
        {children}
      </Content>
    </Link>
  )
}

type ContentProps = Pick<ButtonProps, 'icon' | 'iconAfter' | 'busy' | 'children'>

function Content({ icon, iconAfter, busy, children }: ContentProps) {
  return (
    <>
      {busy && <LoadingDots />}
      {!busy && icon && <Icon name={icon} />}
      {children}
      {iconAfter && <Icon name={iconAfter} />}
    </>
  )
}

function buttonClasses({ variant = 'quiet', size = 'normal' }: ButtonAppearanceProps) {
  const wide = size === 'wide' || size === 'big-wide'
  const big = size === 'big' || size === 'big-wide'
  return classNames(styles.button, styles[variant], wide && styles.wide, big && styles.big)
}

type IconButtonAppearance = { icon: IconName; label: string }

export function IconButton(props: IconButtonAppearance & ComponentProps<'button'>) {
  const { icon, label, className, type = 'button', ...rest } = props
  return (
    <button {...rest} type={type} className={classNames(styles.round, className)} aria-label={label}>
      <Icon name={icon} />
    </button>
  )
}

export function IconLink({ icon, label, className, ...rest }: IconButtonAppearance & LinkProps) {
  return (
    <Link {...rest} className={classNames(styles.round, className)} aria-label={label}>
      <Icon name={icon} />
    </Link>
  )
}
