import type { ReactNode, Ref } from 'react'
import { Icon, type IconName } from './icon.tsx'
import styles from './notice.module.css'

export type NoticeProps = {
  icon?: IconName
  /** Omit it if the notice is there from the start and needs no announcement. */
  role?: 'status' | 'alert'
  children: ReactNode
  actions?: ReactNode
  ref?: Ref<HTMLDivElement>
}

export function Notice({ icon, role, children, actions, ref }: NoticeProps) {
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
