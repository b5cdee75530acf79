import type { ReactNode, Ref } from 'react'
import { Icon, type IconName } from './icon.tsx'
import styles from './notice.module.css'

type Props = {
  icon?: IconName
  /** status: announced politely when it appears; alert: at once. Undefined if it is present from the start. */
  role?: 'status' | 'alert'
  children: ReactNode
  /** The actions offered. */
  actions?: ReactNode
  ref?: Ref<HTMLDivElement>
}

/** Renders a notice on a screen, for example about unsaved input or changes from another device. */
export function Notice({ icon, role, children, actions, ref }: Props) {
  return (
    <div ref={ref} className={styles.notice} role={role}>
      <div className={styles.words}>
        {icon && <Icon name={icon} className={styles.sign} />}
        <div>{children}</div>
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
