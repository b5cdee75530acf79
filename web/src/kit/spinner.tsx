import { classNames } from './class-names.ts'
import styles from './spinner.module.css'

/** Renders the loading animation with a text that says what is loading. */
export function LoadingIndicator({ label }: { label: string }) {
  return (
    <output className={styles.loader}>
      <BeatDots large />
      {label}
    </output>
  )
}

/** Renders the four dots alone, clockwise from the top left, in the text color. */
export function BeatDots({ large = false }: { large?: boolean }) {
  return (
    <span className={classNames(styles.beats, large && styles.large)} aria-hidden="true">
      <i />
      <i />
      <i />
      <i />
    </span>
  )
}
