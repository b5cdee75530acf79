import type { ReactNode } from 'react'
import styles from './empty-state.module.css'
import signs from './music/musical-signs.module.css'

type Props = {
  title: string
  text: string
  level?: 'h1' | 'h2'
  children?: ReactNode
}

export function EmptyState({ title, text, level: Heading = 'h1', children }: Props) {
  return (
    <div className={styles.empty}>
      <div className={styles.bar} aria-hidden="true">
        <span className={signs.staff}>
          <i />
        </span>
      </div>
      <Heading>{title}</Heading>
      <p>{text}</p>
      {children}
    </div>
  )
}
