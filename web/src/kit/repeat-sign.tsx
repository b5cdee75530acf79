import styles from './repeat-sign.module.css'

/** Its parent must set --bar-color, --dot-color, --dot-size, --dot-gap and --dots-column-width. */
export const RepeatSign = () => <div className={styles.sign} aria-hidden="true" />
