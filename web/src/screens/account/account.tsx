import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { useKnownRole, useUser } from '#web/identity/user-identity.ts'
import { Button, ButtonLink } from '#web/kit/button.tsx'
import { InstallHintContext, OpenSyncDialogContext } from '#web/kit/frame-contexts.ts'
import { Page } from '#web/kit/page.tsx'
import { useSyncState } from '#web/store/device-library.ts'
import { Avatar } from './avatar.tsx'
import { DeleteAccountButton } from './delete-account-button.tsx'
import { DeviceList } from './device-list.tsx'
import { LogOutButton } from './log-out-button.tsx'
import { PlanCard } from './plan-card.tsx'
import { DeviceSettings } from './device-settings.tsx'
import { ShareStatsSetting } from './share-stats-setting.tsx'
import { ShortcutsButton } from './shortcuts-button.tsx'
import { SignInMethodList } from './sign-in-method-list.tsx'
import { UpgradeCard } from './upgrade-card.tsx'
import { useCheckoutReturnMessage } from './use-checkout-return-message.ts'
import { ExportAndImport } from './export-and-import.tsx'
import styles from './account.module.css'

/**
 * Renders the account screen: the user and their plan, settings of this device, export and import, signed-in devices,
 * and sign-out (spec 2).
 */
export function Account() {
  const { t } = useTranslation('account')
  const user = useUser()
  const stripeRole = useKnownRole()
  useCheckoutReturnMessage()
  // The guard admits only signed-in users.
  if (user === null) return null
  const name = user.name?.trim() ?? ''

  return (
    <Page title={t('title')}>
      <div className={styles.who}>
        <Avatar key={user.image} image={user.image} />
        <div className={styles.words} translate="no">
          <h1 className={name === '' ? styles.email : styles.name}>
            {name === '' ? <Breakable email={user.email} /> : name}
          </h1>
          {name !== '' && (
            <p className={styles.muted}>
              <Breakable email={user.email} />
            </p>
          )}
        </div>
      </div>
      <ButtonLink variant="bare" icon="list" className={styles.history} to="/history">
        {t('history')}
      </ButtonLink>
      <PlanCard stripeRole={stripeRole} />
      {stripeRole === null && <UpgradeCard />}
      <DeviceSettings />
      <SyncStatusRow />
      <ShortcutsButton />
      <LogOutButton />
      <ExportAndImport userId={user.id} />
      {/* Known only after an answer of the server: each appears when the one above has its height (rule UI66). */}
      <div className={styles.late}>
        <ShareStatsSetting userId={user.id} />
        <SignInMethodList user={user} />
        <DeviceList userId={user.id} />
        <DeleteAccountButton user={user} stripeRole={stripeRole} />
        {use(InstallHintContext)}
      </div>
    </Page>
  )
}

/**
 * Renders a row with the sync status and a button that opens the sync dialog. The row is visible even if everything is
 * synced (rule RC1).
 */
function SyncStatusRow() {
  const { t } = useTranslation()
  const open = use(OpenSyncDialogContext)
  const { rejected } = useSyncState()
  return (
    <div className={styles.setting}>
      <span>{rejected === 0 ? t('sync.name') : t('sync.rejected', { count: rejected })}</span>
      <Button variant="line" onClick={open}>
        {t('sync.look')}
      </Button>
    </div>
  )
}

/** Renders an address with a line break opportunity before its @. */
function Breakable({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  )
}
