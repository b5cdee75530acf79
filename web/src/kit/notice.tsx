import type { ReactNode, Ref } from 'react'
import { Icon, type IconName } from './icon.tsx'
import styles from './notice.module.css'

type Props = {
  icon?: IconName
  /** status: spoken when it comes up; alert: at once. Nothing where it stands there from the start. */
  role?: 'status' | 'alert'
  children: ReactNode
  /** What can be done about it. */
  actions?: ReactNode
  ref?: Ref<HTMLDivElement>
}

/** Words of a screen about itself, behind a barline: what was begun, what changed elsewhere. */
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
