import type { ComponentProps } from 'react'
import styles from './check-box.module.css'

/** Place it inside a label, so that a press anywhere on the label toggles it. */
export const CheckBox = (props: ComponentProps<'input'>) => (
  <input {...props} type="checkbox" className={styles.box} />
)
