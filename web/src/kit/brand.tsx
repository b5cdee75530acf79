import { classNames } from './class-names.ts'
import styles from './brand.module.css'

type Props = { className?: string | undefined }

/** Renders the Dacapo logo: a letter D drawn as a repeat sign. */
export function Logo({ className }: Props) {
  return (
    <svg className={classNames(styles.logo, className)} viewBox="0 0 266 272" role="img" aria-label="Dacapo">
      <path
        fill="currentColor"
        fillRule="evenodd"
        d="M10 0H130a136 136 0 0 1 0 272H10a10 10 0 0 1-10-10V10A10 10 0 0 1 10 0zM50 26V246H66V26zM88 32V240H130a104 104 0 0 0 0-208z"
      />
      <circle className={styles.dot} cx="154" cy="94" r="29" />
      <circle className={styles.dot} cx="154" cy="178" r="29" />
    </svg>
  )
}
