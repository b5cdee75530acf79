import { classNames } from './class-names.ts'
import styles from './spinner.module.css'

export function LoadingIndicator({ label }: { label: string }) {
  return (
    <output className={styles.loader}>
      <LoadingDots large />
      {label}
    </output>
  )
}

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
