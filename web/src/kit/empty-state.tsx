import type { ReactNode } from 'react'
import { EmptyRest } from './music/empty-rest.tsx'
import styles from './empty-state.module.css'

type Props = {
  title: string
  text: string
  /** 'h2' if the screen has its own heading above. */
  level?: 'h1' | 'h2'
  /** The actions offered. */
  children: ReactNode
}

/** Renders an empty bar, an explanation and actions: no content yet, not found, not loaded. */
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
