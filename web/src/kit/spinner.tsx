import { classNames } from './class-names.ts'
import styles from './spinner.module.css'

/** Four beats, da capo: the loading sign, with the words that say what is loading. */
export function Loader({ label }: { label: string }) {
  return (
    <output className={styles.loader}>
      <Beats large />
      {label}
    </output>
  )
}

/** The four dots alone, clockwise from the top left, in the color of the text. */
export function Beats({ large = false }: { large?: boolean }) {
  return (
    <span className={classNames(styles.beats, large && styles.large)} aria-hidden="true">
      <i />
      <i />
      <i />
      <i />
    </span>
  )
}
