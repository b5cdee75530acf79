import type { ComponentProps } from 'react'
import styles from './check-box.module.css'

/** Belongs into a label, which is the target. */
export const CheckBox = (props: ComponentProps<'input'>) => (
  <input {...props} type="checkbox" className={styles.box} />
)
