import { NewVersionPill } from '#web/updates/new-version-pill.tsx'
import styles from './status-pills.module.css'
import { SyncPill } from '#web/sync-status/sync-pill.tsx'

/**
 * Renders the pills (small labels) at the top right of a page. One offers a new version of the app, the other shows the
 * sync status.
 */
export const StatusPills = () => (
  <div className={styles.corner}>
    <NewVersionPill />
    <SyncPill />
  </div>
)
