import { use, useState, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useKnownRole, useUser, useIdentity, type UserIdentity } from '#web/identity/user-identity.ts'
import { Button, ButtonLink } from '#web/kit/button.tsx'
import { InstallHintContext, OpenSyncDialogContext } from '#web/kit/frame-contexts.ts'
import { Page } from '#web/kit/page.tsx'
import { useSyncState, useDeviceLibrary } from '#web/store/device-library.ts'
import { DeleteAccountButton } from './delete-account.tsx'
import { DeviceList } from './device-list.tsx'
import { LogOutButton } from './log-out.tsx'
import { PlanCard, UpgradeCard } from './plan-card.tsx'
import { DeviceSettings, ShareStatsSetting, ShortcutsButton } from './device-settings.tsx'
import { SignInMethodList } from './sign-in-method-list.tsx'
import { ExportAndImport } from './export-and-import.tsx'
import styles from './account.module.css'
import { Icon } from '#web/kit/icon.tsx'
import { postPlanRefresh } from '#core/protocol/operations.ts'
import { isOwnServerAvatar } from '#web/api/account-calls.ts'
import { call } from '#web/api/call.ts'
import { loadAvatar } from '#web/identity/avatar.ts'
import { navigate } from '#web/navigation/navigate.ts'
import { useLocation } from '#web/navigation/use-location.tsx'
import { showSuccess } from '#web/kit/toast/show-toast.tsx'
import { sleep } from '#web/concurrency/waiting.ts'

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

/**
 * Renders the user's picture, or a generic icon if there is no picture or it cannot be loaded. Screen readers ignore
 * the picture, because the user's name is next to it.
 */
function Avatar({ image }: { image: string | null }) {
  const address = useAvatarUrl(image)
  const [isMissing, setMissing] = useState(false)
  return (
    <span className={styles.avatar}>
      {address === null || isMissing ? (
        <Icon name="user" />
      ) : (
        <img src={address} alt="" width="72" height="72" onError={() => setMissing(true)} />
      )}
    </span>
  )
}

/**
 * Returns a URL for the user's picture. Returns null if the user has no picture, or while the picture is being loaded
 * or if loading failed. A picture from the app's own server is read from the local database (rule AV7).
 */
function useAvatarUrl(image: string | null): string | null {
  const identity = useIdentity()
  const device = useDeviceLibrary()
  const isOurs = image !== null && isOwnServerAvatar(image)
  const [address, setAddress] = useState<string | null>(isOurs ? null : image)

  useEffect(() => {
    // The server fetches the picture shortly after the sign-in, so it may exist by now.
    if (image === null) void identity.refresh()
    if (image === null || !isOurs) return
    let own: string | null = null
    let isGone = false
    void loadAvatar(device.store.get(), image).then(picture => {
      if (isGone || picture === null) return
      own = URL.createObjectURL(picture)
      setAddress(own)
    })
    return () => {
      isGone = true
      if (own !== null) URL.revokeObjectURL(own)
    }
  }, [image, isOurs, identity, device])

  return address
}

// A payment may be confirmed shortly after the redirect back.
const ASKED_AGAIN_AFTER_MS = [0, 1000, 2000]

/**
 * Shows a toast once if the user has returned from Stripe's checkout page to `/account?checkout=done`. Before that,
 * asks Stripe for the user's plan up to three times, so that Pro is active immediately even if Stripe notifies the
 * server late. The toast says whether Pro is active or the payment is still being processed (rule BI18).
 */
function useCheckoutReturnMessage(): void {
  const { t } = useTranslation('account')
  const { pathname, search } = useLocation()
  const identity = useIdentity()
  const userId = useUser()?.id ?? null
  const hasThanked = useRef(false)
  const returned = new URLSearchParams(search).get('checkout')

  useEffect(() => {
    if (returned === null || userId === null || hasThanked.current) return
    hasThanked.current = true
    // A reload must not show the message again.
    navigate(pathname, { replace: true })
    if (returned !== 'done') return
    void proHasCome(identity, userId).then(isPro =>
      showSuccess(isPro ? t('plan.welcome') : t('plan.underWay')),
    )
  }, [returned, userId, pathname, t, identity])
}

async function proHasCome(identity: UserIdentity, userId: string): Promise<boolean> {
  for (const wait of ASKED_AGAIN_AFTER_MS) {
    await sleep(wait)
    const answer = await call(postPlanRefresh, { userId, body: {} })
    if (answer.kind === 'answer' && answer.body.stripeRole === 'pro') {
      await identity.refresh()
      return true
    }
  }
  return false
}
