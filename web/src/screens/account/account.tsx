import { use, useState, useEffect, useRef, lazy, startTransition } from 'react'
import { useTranslation } from 'react-i18next'
import { takeScreenBeforePurchase } from '#web/billing/purchase.ts'
import {
  useKnownStripeRole,
  useUser,
  useIdentityService,
  type IdentityService,
} from '#web/identity/identity-service.ts'
import { Button, ButtonLink } from '#web/kit/button.tsx'
import { InstallHintContext, OpenFrameDialogContext } from '#web/kit/frame-contexts.ts'
import { LegalLinks, Page } from '#web/kit/page.tsx'
import { useSyncState, useLibraryServices } from '#web/store/library-services.ts'
import { DeleteAccountButton } from './delete-account.tsx'
import { DeviceList } from './device-list.tsx'
import { LogOutButton } from './log-out.tsx'
import { PlanCard, UpgradeCard } from './plan-card.tsx'
import {
  LanguageAndThemeSettings,
  ShareStatsSetting,
  ShortcutsButton,
} from './language-and-theme-settings.tsx'
import { SignInMethodList } from './sign-in-method-list.tsx'
import styles from './account.module.css'
import { Icon } from '#web/kit/icon.tsx'
import { postPlanRefresh } from '#core/protocol/operations.ts'
import { isOwnAvatarUrl, getExport, type ExportResult, type ExportFormat } from '#web/api/account-calls.ts'
import { call } from '#web/api/call.ts'
import { loadAvatarBlob } from '#web/identity/avatar.ts'
import { navigate } from '#web/navigation/navigate.ts'
import { useLocation } from '#web/navigation/use-location.tsx'
import { showSuccessToast } from '#web/kit/toast/show-toast.tsx'
import { sleep, thenWhileMounted } from '#web/concurrency/waiting.ts'
import { DialogError } from '#web/kit/dialog.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { formatIsoDay } from '#core/library/day.ts'
import { localDay } from '#web/device/calendar.ts'
import { downloadBlob } from '#web/kit/download-file.ts'
import { useScreenCurrentCheck } from '#web/kit/screen.ts'
import { getCurrentLanguage } from '#web/language/language.ts'
import { serverClockNow } from '#web/store/clock.ts'

export function AccountScreen() {
  const { t } = useTranslation('account')
  const { t: common } = useTranslation()
  const user = useUser()
  const stripeRole = useKnownStripeRole()
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
      <ButtonLink variant="bare" icon="history" className={styles.history} to="/history">
        {common('navigation.history')}
      </ButtonLink>
      <PlanCard stripeRole={stripeRole} />
      {stripeRole === null && <UpgradeCard />}
      <LanguageAndThemeSettings />
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
        <LegalLinks />
      </div>
    </Page>
  )
}

function SyncStatusRow() {
  const { t } = useTranslation()
  const open = use(OpenFrameDialogContext)
  const { rejected } = useSyncState()
  return (
    <div className={styles.setting}>
      <span>{rejected === 0 ? t('sync.name') : t('sync.rejected', { count: rejected })}</span>
      <Button variant="line" onClick={() => open({ kind: 'sync' })}>
        {t('sync.look')}
      </Button>
    </div>
  )
}

const Breakable = ({ email }: { email: string }) => (
  <>
    <bdi>{email.slice(0, email.lastIndexOf('@'))}</bdi>
    <wbr />
    <bdi>{email.slice(email.lastIndexOf('@'))}</bdi>
  </>
)

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

function useAvatarUrl(image: string | null): string | null {
  const identity = useIdentityService()
  const device = useLibraryServices()
  const isOurs = image !== null && isOwnAvatarUrl(image)
  const [address, setAddress] = useState<string | null>(isOurs ? null : image)

  useEffect(() => {
    // The server fetches the picture shortly after the sign-in, so it may exist by now.
    if (image === null) void identity.refresh()
    if (image === null || !isOurs) return
    let own: string | null = null
    const ignore = thenWhileMounted(loadAvatarBlob(device.store.get(), image), picture => {
      own = picture && URL.createObjectURL(picture)
      if (own !== null) setAddress(own)
    })
    return () => {
      ignore()
      if (own !== null) URL.revokeObjectURL(own)
    }
  }, [image, isOurs, identity, device])

  return address
}

const ASKED_AGAIN_AFTER_MS = [0, 1000, 2000]

/** Asks the server for the plan up to three times, because Stripe may report the payment late (rule BI18). */
function useCheckoutReturnMessage(): void {
  const { t } = useTranslation('account')
  const { pathname, search } = useLocation()
  const identity = useIdentityService()
  const userId = useUser()?.id ?? null
  const hasThanked = useRef(false)
  const isShown = useScreenCurrentCheck()
  const returned = new URLSearchParams(search).get('checkout')

  useEffect(() => {
    if (returned === null || userId === null || hasThanked.current) return
    hasThanked.current = true
    // A reload must not show the message again.
    navigate(pathname, { replace: true })
    const begunAt = takeScreenBeforePurchase(userId)
    if (returned !== 'done') return
    void proHasCome(identity, userId).then(isPro => {
      showSuccessToast(isPro ? t('plan.welcome') : t('plan.underWay'))
      // Back to the piece that was one too many, with all that was typed.
      if (isPro && begunAt !== null && isShown()) navigate(begunAt, { replace: true })
    })
  }, [returned, userId, pathname, t, identity, isShown])
}

async function proHasCome(identity: IdentityService, userId: string): Promise<boolean> {
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

const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }))

function ExportAndImport({ userId }: { userId: string }) {
  const { t } = useTranslation('account')
  const { kind, waiting } = useSyncState()
  const [isImporting, setImporting] = useState(false)
  const { sync, store } = useLibraryServices()
  const [busy, setBusy] = useState<ExportFormat | null>(null)
  const [fault, setFault] = useState<Exclude<ExportResult, { kind: 'file' }> | null>(null)
  const isShown = useScreenCurrentCheck()

  async function save(format: ExportFormat) {
    if (busy !== null) return
    setFault(null)
    setBusy(format)
    // The server creates the file, so pending changes are synced first.
    await sync.syncNow()
    const answer = await getExport(userId, format, getCurrentLanguage())
    if (!isShown()) return
    setBusy(null)
    if (answer.kind === 'file')
      downloadBlob(`dacapo-${formatIsoDay(localDay(serverClockNow(store.get())))}.${format}`, answer.file)
    else setFault(answer)
  }

  return (
    <section className={classNames(styles.section, styles.data)} aria-labelledby="your-data">
      <h2 id="your-data">{t('data.title')}</h2>
      <p>{t('data.what')}</p>
      <div className={styles.ways}>
        <Button variant="line" busy={busy === 'json'} onClick={() => void save('json')}>
          {t('data.json')}
        </Button>
        <Button variant="line" busy={busy === 'csv'} onClick={() => void save('csv')}>
          {t('data.csv')}
        </Button>
        <Button variant="line" onClick={() => startTransition(() => setImporting(true))}>
          {t('data.import')}
        </Button>
      </div>
      <div className={styles.muted} role="status">
        {kind === 'offline' && fault === null && <p>{t('data.offline')}</p>}
        {waiting > 0 && <p>{t('data.waiting', { count: waiting })}</p>}
      </div>
      {fault !== null && <DialogError>{t(`data.${fault.kind}`, fault)}</DialogError>}
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
    </section>
  )
}
