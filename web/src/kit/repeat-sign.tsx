import styles from './repeat-sign.module.css'

/** Its parent must set --bar-color, --dot-color, --dot (the diameter), --dot-gap and --dots-width. */
export const RepeatSign = () => <div className={styles.sign} aria-hidden="true" />
