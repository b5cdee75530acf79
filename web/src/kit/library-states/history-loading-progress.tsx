import { Notice } from '../notice.tsx'
import styles from './history-loading-progress.module.css'

/**
 * Renders a progress bar while the practice history is being downloaded. `share` is the downloaded share of the
 * history, 0 to 1 (rule HS1).
 */
export function HistoryLoadingProgress({ text, share }: { text: string; share: number }) {
  return (
    <Notice icon="sync" role="status">
      <p>{text}</p>
      <progress className={styles.share} value={share} aria-label={text} />
    </Notice>
  )
}
