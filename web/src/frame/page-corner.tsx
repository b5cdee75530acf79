import { NewVersionPill } from '#web/updates/new-version-pill.tsx'
import styles from './page-corner.module.css'
import { SyncPill } from '#web/sync-status/sync-pill.tsx'

/** Renders what the frame shows at the top right of a page. */
export const PageCorner = () => (
  <div className={styles.corner}>
    <NewVersionPill />
    <SyncPill />
  </div>
)
