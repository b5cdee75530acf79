import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { Icon, type IconName } from './kit/icon.tsx'
import styles from './navigation-bar.module.css'
import { syncSign, useShownSync } from './shown-sync.ts'

/** The bar at the bottom (spec 2): three places and feedback. It slides away while the click runs. */
export function NavigationBar({ onFeedback }: { onFeedback: () => void }) {
  const { t } = useTranslation()
  return (
    <nav className={styles.bar} aria-label={t('navigation.name')}>
      <ul className={styles.items}>
        <Place to="/account" icon="user" label={t('navigation.account')} badge={<SyncBadge />} />
        <Place to="/practice" icon="play" label={t('navigation.practice')} />
        <Place to="/pieces" icon="list" label={t('navigation.pieces')} also="/new" />
        <li>
          <button type="button" className={styles.item} onClick={onFeedback}>
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

/** That something is wrong with the sync, also where a screen has no room for its words; more is told at the account. */
function SyncBadge() {
  const shown = useShownSync()
  if (shown.kind === 'synced' || shown.kind === 'syncing') return null
  return (
    <span className={styles.badge} aria-hidden="true">
      <Icon name={syncSign(shown)} className={styles.badgeSign} />
    </span>
  )
}
