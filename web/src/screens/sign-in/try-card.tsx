import { useState } from 'react'
import { Icon } from '#web/kit/icon.tsx'
import { Link } from '#web/navigation/link.tsx'
import styles from './try-card.module.css'

/**
 * Renders a link to the try-out (the practice step without an account) as a card with a picture of a practice step. The
 * picture is drawn with CSS only, so that the code of the try-out is not loaded before the link is pressed (rule SG23).
 */
export function TryOutCard({ label }: { label: string }) {
  const [isOpening, setOpening] = useState(false)
  return (
    <Link
      to="/try"
      className={styles.card}
      aria-busy={isOpening}
      onClick={event => setOpening(!event.ctrlKey && !event.metaKey)}
    >
      <b translate="no" aria-hidden="true">
        120
      </b>
      <i />
      <span>
        <Icon name="play" />
        {label}
      </span>
    </Link>
  )
}
