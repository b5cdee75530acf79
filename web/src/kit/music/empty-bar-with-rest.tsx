import styles from './empty-bar-with-rest.module.css'

/** Renders an empty bar of music with a whole rest, as a decoration of empty screens. */
export const EmptyBarWithRest = () => (
  <div className={styles.bar} aria-hidden="true">
    <i />
  </div>
)
