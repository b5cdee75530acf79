import styles from './empty-bar-with-rest.module.css'

/** Renders an empty bar with a whole rest, as a decoration of screens without content. */
export const EmptyBarWithRest = () => (
  <div className={styles.bar} aria-hidden="true">
    <i />
  </div>
)
