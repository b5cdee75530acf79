import { useState } from 'react'
import { Icon } from '#web/kit/icon.tsx'
import styles from './account.module.css'

/** The user's picture, or a sign where there is none or it does not load. The name stands beside it. */
export function Avatar({ image }: { image: string | null }) {
  const [isMissing, setMissing] = useState(false)
  return (
    <span className={styles.avatar}>
      {image === null || isMissing ? (
        <Icon name="user" />
      ) : (
        <img src={image} alt="" width="72" height="72" onError={() => setMissing(true)} />
      )}
    </span>
  )
}
