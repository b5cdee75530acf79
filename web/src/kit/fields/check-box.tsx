import type { ComponentProps } from 'react'
import styles from './check-box.module.css'

export const CheckBox = (props: ComponentProps<'input'>) => (
  <input {...props} type="checkbox" className={styles.box} />
)
