import styles from './empty-rest.module.css'

/** An empty bar with a whole rest: nothing here yet. Decoration; the heading below says it. */
export const EmptyRest = () => (
  <div className={styles.bar} aria-hidden="true">
    <i />
  </div>
)
