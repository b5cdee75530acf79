import styles from './empty-rest.module.css'

/** Renders an empty bar with a whole rest. Decorative; the heading below says that there is no content yet. */
export const EmptyRest = () => (
  <div className={styles.bar} aria-hidden="true">
    <i />
  </div>
)
