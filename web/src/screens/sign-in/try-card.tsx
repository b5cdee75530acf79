import { useState } from 'react'
import { Icon } from '#web/kit/icon.tsx'
import { Link } from '#web/navigation/link.tsx'
import styles from './try-card.module.css'

/**
 * Renders a picture of a practice step with a button that opens the try-out, the practice step without an account. The
 * picture is drawn by style sheets alone; the code of the try-out loads when the button is pressed (rule SG23).
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
      <b aria-hidden="true">120</b>
      <i />
      <span>
        <Icon name="play" />
        {label}
      </span>
    </Link>
  )
}
