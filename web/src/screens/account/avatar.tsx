import { useState } from 'react'
import { Icon } from '#web/kit/icon.tsx'
import styles from './account.module.css'
import { useAvatarUrl } from './use-avatar-url.ts'

/**
 * Renders the user's picture, or a generic icon if there is no picture or it cannot be loaded. Screen readers ignore
 * the picture, because the user's name is next to it.
 */
export function Avatar({ image }: { image: string | null }) {
  const address = useAvatarUrl(image)
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
