import styles from './repeat-sign.module.css'

/** The start of a repeat. What is around it sets --bar-color, --dot-color, --dot, --dot-gap and --dots-width. */
export const RepeatSign = () => <div className={styles.sign} aria-hidden="true" />
