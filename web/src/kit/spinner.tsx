import { classNames } from './class-names.ts'
import styles from './spinner.module.css'

/** Renders a loading animation with a text for the content that is loading. */
export function LoadingIndicator({ label }: { label: string }) {
  return (
    <output className={styles.loader}>
      <LoadingDots large />
      {label}
    </output>
  )
}

/** Renders the animated dots of a loading animation, without a text. */
export function LoadingDots({ large = false }: { large?: boolean }) {
  return (
    <span className={classNames(styles.beats, large && styles.large)} aria-hidden="true">
      <i />
      <i />
      <i />
      <i />
    </span>
  )
}
