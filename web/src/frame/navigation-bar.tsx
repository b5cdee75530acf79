import { use, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from '#web/navigation/link.tsx'
import { useLocation } from '#web/navigation/use-location.tsx'
import { OpenFrameDialogContext } from '#web/kit/frame-contexts.ts'
import { Icon, type IconName } from '#web/kit/icon.tsx'
import styles from './navigation-bar.module.css'
import { syncStatusIcon, useSyncStatus } from '#web/sync-status/sync-status.ts'

export function NavigationBar() {
  const { t } = useTranslation()
  const open = use(OpenFrameDialogContext)
  return (
    <nav className={styles.bar} aria-label={t('navigation.name')}>
      <ul className={styles.items}>
        <Place to="/account" icon="user" label={t('navigation.account')} badge={<SyncBadge />} />
        <Place to="/practice" icon="play" label={t('navigation.practice')} also="/history" />
        <Place to="/pieces" icon="list" label={t('navigation.pieces')} also="/new" />
        <li>
          <button
            type="button"
            className={styles.item}
            onClick={() => open({ kind: 'feedback', place: 'nav' })}
          >
            <Icon name="chat" className={styles.sign} />
            {t('navigation.feedback')}
          </button>
        </li>
      </ul>
    </nav>
  )
}

type PlaceProps = { to: string; icon: IconName; label: string; also?: string; badge?: ReactNode }

function Place({ to, icon, label, also, badge }: PlaceProps) {
  const { pathname } = useLocation()
  const isHere = pathname.startsWith(to) || pathname === also
  return (
    <li>
      <Link to={to} className={styles.item} aria-current={isHere ? 'page' : undefined}>
        <Icon name={icon} className={styles.sign} />
        {label}
        {badge}
      </Link>
    </li>
  )
}

function SyncBadge() {
  const shown = useSyncStatus()
  if (shown.kind === 'synced' || shown.kind === 'syncing') return null
  return (
    <span className={styles.badge} aria-hidden="true">
      <Icon name={syncStatusIcon(shown)} className={styles.badgeSign} />
    </span>
  )
}
