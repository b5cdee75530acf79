import { NewVersionPill } from './new-version-pill.tsx'
import styles from './page-corner.module.css'
import { SyncPill } from './sync-pill.tsx'

/** What the frame has to say at the top right of a page. */
export const PageCorner = () => (
  <div className={styles.corner}>
    <NewVersionPill />
    <SyncPill />
  </div>
)
