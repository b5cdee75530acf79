import type { ReactNode } from 'react'
import { EmptyRest } from './empty-rest.tsx'
import styles from './empty-state.module.css'

type Props = {
  title: string
  text: string
  /** h2 where the screen has its own heading above. */
  level?: 'h1' | 'h2'
  /** What can be done about it. */
  children: ReactNode
}

/** An empty bar, what it means and what to do: nothing here yet, not found, not loaded. */
export function EmptyState({ title, text, level: Heading = 'h1', children }: Props) {
  return (
    <div className={styles.empty}>
      <EmptyRest />
      <Heading>{title}</Heading>
      <p>{text}</p>
      {children}
    </div>
  )
}
