import { classNames } from './class-names.ts'
import styles from './icon.module.css'

type Props = {
  name: IconName
  small?: boolean
  className?: string | undefined
}

/** Screen readers skip it, so the control around it needs an accessible name. */
export function Icon({ name, small = false, className }: Props) {
  const classes = classNames(styles.icon, small && styles.small, className)
  return (
    <svg className={classes} viewBox="0 0 24 24" aria-hidden="true">
      {SIGNS[name]}
    </svg>
  )
}

const dot = (x: number, y: number, radius: number) => <circle cx={x} cy={y} r={radius} fill="currentColor" />

const SIGNS = {
  user: (
    <>
      <circle cx="12" cy="8" r="4.2" />
      <path d="M4 21c.6-4.4 3.8-6.6 8-6.6s7.4 2.2 8 6.6" />
    </>
  ),
  play: <path d="M7 4.5v15l12.5-7.5z" fill="currentColor" />,
  stop: <rect x="5.5" y="5.5" width="13" height="13" rx="1.5" fill="currentColor" />,
  list: (
    <>
      <path d="M9 6h12M9 12h12M9 18h12" />
      {dot(3.6, 6, 1.1)}
      {dot(3.6, 12, 1.1)}
      {dot(3.6, 18, 1.1)}
    </>
  ),
  chat: <path d="M4 4.5h16v11.5h-9L6 20.5V16H4z" />,
  more: (
    <>
      {dot(12, 5, 0.9)}
      {dot(12, 12, 0.9)}
      {dot(12, 19, 0.9)}
    </>
  ),
  plus: <path d="M12 4v16M4 12h16" />,
  minus: <path d="M4 12h16" />,
  close: <path d="M5 5l14 14M19 5L5 19" />,
  back: <path d="M14.5 4.5L7 12l7.5 7.5" />,
  next: <path d="M9.5 4.5L17 12l-7.5 7.5" />,
  grip: <path d="M4 8.5h16M4 15.5h16" />,
  up: <path d="M12 20V5M5.5 11.5L12 5l6.5 6.5" />,
  down: <path d="M12 4v15M5.5 12.5L12 19l6.5-6.5" />,
  edit: <path d="M4 20l1.2-4.6L16.4 4.2l3.4 3.4L8.6 18.8z" />,
  trash: <path d="M4 6.5h16M9 6.5V4h6v2.5M6.5 6.5l1 14h9l1-14" />,
  offline: (
    <path d="M7 18.5a4.5 4.5 0 0 1-.6-8.9M9.4 6.6A6 6 0 0 1 17.6 11a3.8 3.8 0 0 1 2.6 6M3.5 3.5l17 17" />
  ),
  flag: <path d="M6 21.5V4h13l-3.5 4.2L19 12.5H6" />,
  check: <path d="M4.5 12.5l5 5 10-11" />,
  alert: (
    <>
      <path d="M12 4v10" />
      {dot(12, 19, 1.2)}
    </>
  ),
  mail: (
    <>
      <rect x="3" y="5.5" width="18" height="13.5" rx="1" />
      <path d="M3.5 7l8.5 6.5L20.5 7" />
    </>
  ),
  // A clock that runs back.
  history: <path d="M3.5 4v5h5M4.2 8.6A8.7 8.7 0 1 1 3.3 12M12 7.3V12l3.4 2.2" />,
  leave: <path d="M10 4H4.5v16H10M15 8l4 4-4 4M19 12H9" />,
  sound: <path d="M4 9.5v5h3.5L12.5 19V5L7.5 9.5zM16 9a4.2 4.2 0 0 1 0 6M18.8 6.2a8 8 0 0 1 0 11.6" />,
  muted: <path d="M4 9.5v5h3.5L12.5 19V5L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5" />,
  settings: (
    <>
      <path d="M3.5 7.5h8M18.5 7.5h2M3.5 16.5h2M12.5 16.5h8" />
      <circle cx="15" cy="7.5" r="3" />
      <circle cx="9" cy="16.5" r="3" />
    </>
  ),
  // The sign on Safari's button.
  share: <path d="M8 9.5H5.5v12h13v-12H16M12 15V2.5M8 6l4-4 4 4" />,
  sync: <path d="M4 12a8 8 0 0 1 14-5l2 2M20 4v5h-5M20 12a8 8 0 0 1-14 5l-2-2M4 20v-5h5" />,
}

export type IconName = keyof typeof SIGNS
