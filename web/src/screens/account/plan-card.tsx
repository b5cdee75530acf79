import { use, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { undeletedPieces } from '#core/library/library.ts'
import { MAX_FREE_PARTS_PER_PIECE, MAX_FREE_PIECES, type StripeRoleOrUnknown } from '#core/plan/plan.ts'
import { useProPrices } from '#web/billing/purchase.ts'
import { Button } from '#web/kit/button.tsx'
import { OpenFrameDialogContext } from '#web/kit/frame-contexts.ts'
import { RepeatSign } from '#web/kit/repeat-sign.tsx'
import { LoadingIndicator } from '#web/kit/spinner.tsx'
import { useLibraryState } from '#web/store/library-services.ts'
import { useServerOnlyList } from './account-list.tsx'
import styles from './account.module.css'
import { navigate } from '#web/navigation/navigate.ts'
import { postBillingPortal, postPlanRefresh } from '#core/protocol/operations.ts'
import { call } from '#web/api/call.ts'
import { useIdentityService, useUser, type IdentityService } from '#web/identity/identity-service.ts'
import { showErrorToast } from '#web/kit/toast/show-toast.tsx'
import {
  priceForInterval,
  priceForLanguage,
  formatPrice,
  type BillingInterval,
  type Price,
} from '#core/plan/prices.ts'
import { Slots, TestPaymentsNotice, UpgradeDialog } from '#web/billing/upgrade-dialog.tsx'
import { getCurrentLanguage } from '#web/language/language.ts'
import { classNames } from '#web/kit/class-names.ts'

export function PlanCard({ stripeRole }: { stripeRole: StripeRoleOrUnknown }) {
  const { t } = useTranslation('account')
  const openDialog = use(OpenFrameDialogContext)
  const user = useUser()
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
      {stripeRole === 'pro' && user && <SubscriptionTerms userId={user.id} />}
    </section>
  )
}

function FreePlan() {
  const { t } = useTranslation('account')
  const library = useLibraryState()
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
        <dd className={styles.slots}>
          <Slots taken={used ?? 0} of={MAX_FREE_PIECES} />
        </dd>
        <dt>{t('plan.sections')}</dt>
        <dd>{t('plan.sectionsMost', { most: MAX_FREE_PARTS_PER_PIECE })}</dd>
      </dl>
    </>
  )
}

function SubscriptionTerms({ userId }: { userId: string }) {
  const { t } = useTranslation('account')
  const formatPricePerInterval = useFormatPricePerInterval()
  const identity = useIdentityService()
  const load = useCallback((id: string) => loadSubscriptions(id, identity), [identity])
  const { list } = useServerOnlyList(userId, load)
  const [terms] = list.kind === 'listed' ? list.items : []
  // Their lines are reserved, also if they stay unknown, so that nothing moves.
  return (
    <p className={styles.terms}>
      {terms?.price && <b>{formatPricePerInterval(terms.price.interval, terms.price)} </b>}
      {terms && <span>{t(terms.isRenewed ? 'plan.renewed' : 'plan.ends', { date: terms.periodEnd })}</span>}
    </p>
  )
}

async function loadSubscriptions(userId: string, identity: IdentityService) {
  const answer = await call(postPlanRefresh, { userId, body: {} })
  if (answer.kind !== 'answer') return answer
  if (answer.body.stripeRole !== 'pro') void identity.refresh()
  return answer.body.subscription === null ? [] : [answer.body.subscription]
}

function ManageSubscriptionButton() {
  const { t } = useTranslation('account')
  const { t: common } = useTranslation()
  const identity = useIdentityService()
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

function useFormatPricePerInterval() {
  const { t } = useTranslation('upgrade')
  return (interval: BillingInterval, price: Price) =>
    `${formatPrice(price, getCurrentLanguage())}\u00A0${t(`per.${interval}`)}`
}

export function UpgradeCard() {
  const { t } = useTranslation('account')
  const [isOpen, setOpen] = useState(false)
  const [prices] = useProPrices()
  // An unknown price is rendered invisibly at its usual length, so that nothing moves when it is loaded.
  const formatPricePerInterval = useFormatPricePerInterval()
  const written = (interval: BillingInterval) =>
    formatPricePerInterval(
      interval,
      prices ? priceForInterval(interval, prices) : priceForLanguage(interval, getCurrentLanguage()),
    )

  return (
    <section className={styles.card} aria-labelledby="pro">
      <RepeatSign />
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
