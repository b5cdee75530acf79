import { use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { undeletedPieces } from '#core/library/library.ts'
import { MAX_FREE_PARTS_PER_PIECE, MAX_FREE_PIECES, type StripeRoleOrUnknown } from '#core/plan/plan.ts'
import { useProPrices } from '#web/billing/purchase.ts'
import { Button } from '#web/kit/button.tsx'
import { OpenFrameDialogContext } from '#web/kit/frame-contexts.ts'
import { LoadingIndicator } from '#web/kit/spinner.tsx'
import { useLibrary } from '#web/store/library-services.ts'
import styles from './account.module.css'
import { navigate } from '#web/navigation/navigate.ts'
import { postBillingPortal } from '#core/protocol/operations.ts'
import { call } from '#web/api/call.ts'
import { useIdentity, useUser } from '#web/identity/identity-service.ts'
import { showErrorToast } from '#web/kit/toast/show-toast.tsx'
import { priceForInterval, priceForLanguage, formatPrice, type BillingInterval } from '#core/plan/prices.ts'
import { TestPaymentsNotice, UpgradeDialog } from '#web/billing/upgrade-dialog.tsx'
import { getCurrentLanguage } from '#web/language/language.ts'
import { classNames } from '#web/kit/class-names.ts'

export function PlanCard({ stripeRole }: { stripeRole: StripeRoleOrUnknown }) {
  const { t } = useTranslation('account')
  const openDialog = use(OpenFrameDialogContext)
  return (
    <section className={classNames(styles.section, styles.plan)}>
      {stripeRole === undefined && <LoadingIndicator label={t('plan.loading')} />}
      {stripeRole === null && <FreePlan />}
      {stripeRole === 'pro' && (
        <>
          <h2>{t('plan.pro')}</h2>
          <p>{t('plan.unlimited')}</p>
          <div className={styles.ways}>
            <ManageSubscriptionButton />
            <Button icon="chat" onClick={() => openDialog({ kind: 'feedback', place: 'support' })}>
              {t('plan.writeToUs')}
            </Button>
          </div>
        </>
      )}
      <TestPaymentsNotice />
    </section>
  )
}

function FreePlan() {
  const { t } = useTranslation('account')
  const library = useLibrary()
  const used = library.kind === 'ready' ? undeletedPieces(library.library).length : null
  return (
    <>
      <h2>{t('plan.free')}</h2>
      <dl className={styles.meter}>
        <dt>{t('plan.pieces')}</dt>
        {/* Rendered invisibly until it is known, so that nothing moves. */}
        <dd className={used === null ? styles.unknown : undefined}>
          {t('plan.piecesUsed', { used: used ?? 0, most: MAX_FREE_PIECES })}
        </dd>
        <dd className={styles.slots} aria-hidden="true">
          {Array.from({ length: MAX_FREE_PIECES }, (_, index) => (
            <i key={index} className={index < (used ?? 0) ? styles.taken : undefined} />
          ))}
        </dd>
        <dt>{t('plan.sections')}</dt>
        <dd>{t('plan.sectionsMost', { most: MAX_FREE_PARTS_PER_PIECE })}</dd>
      </dl>
    </>
  )
}

function ManageSubscriptionButton() {
  const { t } = useTranslation('account')
  const { t: common } = useTranslation()
  const identity = useIdentity()
  const user = useUser()

  async function open() {
    if (user === null) return
    const portal = await call(postBillingPortal, { userId: user.id, body: {} })
    if (portal.kind === 'answer') {
      location.assign(portal.body.url)
      // Stays busy until the other page is there.
      return new Promise(() => {})
    }
    if (portal.kind !== 'problem' || portal.status !== 401) return showErrorToast()
    showErrorToast(t('plan.signInAgain', { email: user.email }), {
      label: common('sync.signInAgain'),
      run: () => navigate('/signin'),
    })
    void identity.refresh()
  }

  return <Button onClick={open}>{t('plan.manage')}</Button>
}

export function UpgradeCard() {
  const { t } = useTranslation('account')
  const [isOpen, setOpen] = useState(false)
  const [prices] = useProPrices()
  // An unknown price is rendered invisibly at its usual length, so that nothing moves when it is loaded.
  const written = (interval: BillingInterval) =>
    formatPrice(
      prices ? priceForInterval(interval, prices) : priceForLanguage(interval, getCurrentLanguage()),
      getCurrentLanguage(),
    )

  return (
    <section className={styles.card} aria-labelledby="pro">
      <div className={styles.repeat} aria-hidden="true">
        <b />
        <i />
        <span />
      </div>
      <div className={styles.offer}>
        <h2 id="pro">{t('upgrade.title')}</h2>
        <p>{t('upgrade.text')}</p>
        <p className={prices === null ? styles.unknown : undefined}>
          {t('upgrade.price', { year: written('year'), month: written('month') })}
        </p>
        <Button onClick={() => setOpen(true)}>{t('upgrade.open')}</Button>
      </div>
      {isOpen && <UpgradeDialog onClose={() => setOpen(false)} />}
    </section>
  )
}
