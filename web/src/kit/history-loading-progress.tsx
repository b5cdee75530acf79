import { Notice } from './notice.tsx'
import styles from './history-loading-progress.module.css'

/**
 * Renders a text that says that the practice history is still arriving, and a bar of how much of it is here: `share` of
 * 0 to 1 (rule HS4).
 */
export function HistoryLoadingProgress({ text, share }: { text: string; share: number }) {
  return (
    <Notice icon="sync" role="status">
      <p>{text}</p>
      <progress className={styles.share} value={share} aria-label={text} />
    </Notice>
  )
}
