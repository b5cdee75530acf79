import { useState } from 'react'
import { Icon } from '#web/kit/icon.tsx'
import styles from './account.module.css'
import { useAvatarAddress } from './use-avatar-address.ts'

/** The user's picture, or a sign where there is none or it does not load. The name stands beside it. */
export function Avatar({ image }: { image: string | null }) {
  const address = useAvatarAddress(image)
  const [isMissing, setMissing] = useState(false)
  return (
    <span className={styles.avatar}>
      {address === null || isMissing ? (
        <Icon name="user" />
      ) : (
        <img src={address} alt="" width="72" height="72" onError={() => setMissing(true)} />
      )}
    </span>
  )
}
