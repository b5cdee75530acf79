import { NewVersionPill } from '#web/updates/new-version-pill.tsx'
import styles from './status-pills.module.css'
import { SyncPill } from '#web/sync-status/sync-pill.tsx'

/**
 * Renders the pills at the top right of a page, which show whether there is a new version of the app, and the sync
 * status.
 */
export const StatusPills = () => (
  <div className={styles.corner}>
    <NewVersionPill />
    <SyncPill />
  </div>
)
