import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_FREE_PARTS_PER_PIECE, MAX_FREE_PIECES } from '#core/plan/plan.ts'
import type { RejectionCode } from '#core/protocol/problem.ts'
import {
  BILLING_INTERVALS,
  priceForInterval,
  formatPrice,
  yearlySavingPercent,
  type BillingInterval,
} from '#core/plan/prices.ts'
import { getCurrentLanguage } from '#web/language/language.ts'
import { Button, ButtonLink } from '#web/kit/button.tsx'
import { DialogError, Dialog } from '#web/kit/dialog.tsx'
import { useServerSettingsOrNull } from '#web/api/server-settings.ts'
import { isLocalhost } from '#web/device/is-localhost.ts'
import { useIdentityService } from '#web/identity/identity-service.ts'
import { classNames } from '#web/kit/class-names.ts'
import { prepareCheckout, useIsOnline, useProPrices } from './purchase.ts'
import { showSuccessToast } from '#web/kit/toast/show-toast.tsx'
import { useScreenCurrentCheck } from '#web/kit/screen.ts'
import styles from './upgrade-dialog.module.css'

export type PlanLimitKind = 'pieces' | 'parts'

export function planLimitKindOfRejection(code: RejectionCode): PlanLimitKind | null {
  if (code === 'too-many-pieces') return 'pieces'
  return code === 'too-many-parts' ? 'parts' : null
}

type Props = {
  limit?: PlanLimitKind
  onClose: () => void
}

const HOLDS: Record<PlanLimitKind, number> = { pieces: MAX_FREE_PIECES, parts: MAX_FREE_PARTS_PER_PIECE }

export function UpgradeDialog({ limit, onClose }: Props) {
  const { t } = useTranslation('upgrade')
  const { t: common } = useTranslation()
  const identity = useIdentityService()
  const isOpen = useScreenCurrentCheck()
  const isOnline = useIsOnline()
  const [prices, askPrices] = useProPrices()
  const [chosen, setChosen] = useState<BillingInterval | null>(null)
  const [fault, setFault] = useState<'offline' | 'signed-out' | 'other-price' | 'failed' | null>(null)

  async function buy(interval: BillingInterval) {
    setFault(null)
    setChosen(interval)
    const purchase = await prepareCheckout(identity, interval, prices && priceForInterval(interval, prices))
    // The dialog closes together with the Free plan, so the message must outlive it.
    if (purchase.kind === 'already-pro') showSuccessToast(t('alreadyPro'))
    if (!isOpen()) return
    // The offers stay disabled until the checkout page is loaded.
    if (purchase.kind === 'begun') return purchase.leave()
    setChosen(null)
    if (purchase.kind === 'already-pro') return onClose()
    setFault(purchase.kind)
    if (purchase.kind === 'other-price') askPrices()
  }

  return (
    <Dialog title={t(limit === undefined ? 'pro' : 'title')} onClose={onClose}>
      <p>{limit === undefined ? t('noLimits') : t(limit, { count: HOLDS[limit] })}</p>
      {limit && <Slots taken={HOLDS[limit]} of={HOLDS[limit]} isOneMissing />}
      <div className={styles.offers}>
        {BILLING_INTERVALS.map(interval => (
          <Button
            key={interval}
            variant={interval === 'year' ? 'main' : 'line'}
            size="big-wide"
            busy={chosen === interval}
            disabled={!isOnline || (chosen !== null && chosen !== interval)}
            onClick={() => void buy(interval)}
          >
            <span className={styles.words}>
              {t(interval)}{' '}
              {interval === 'year' && (
                <span className={styles.saved}>{t('saved', { share: yearlySavingPercent() / 100 })}</span>
              )}
            </span>{' '}
            <span className={styles.price}>
              {prices && (
                <>
                  <b>{formatPrice(priceForInterval(interval, prices), getCurrentLanguage())}</b>{' '}
                  <small>{t(`per.${interval}`)}</small>
                </>
              )}
            </span>
          </Button>
        ))}
      </div>
      {!isOnline && <p role="alert">{t('offline')}</p>}
      {fault && isOnline && (
        <DialogError>
          {fault === 'signed-out' && t('signInAgain')}
          {fault === 'other-price' && t('otherPrice')}
          {(fault === 'offline' || fault === 'failed') && common('toast.error')}{' '}
          {fault === 'offline' && t('offline')}
        </DialogError>
      )}
      {fault === 'signed-out' && (
        <ButtonLink variant="main" to="/signin">
          {common('sync.signInAgain')}
        </ButtonLink>
      )}
      <TestPaymentsNotice />
      <p className={styles.hint}>{t('hint')}</p>
    </Dialog>
  )
}

export function TestPaymentsNotice() {
  const { t } = useTranslation('upgrade')
  const isTest = useServerSettingsOrNull()?.testPayments === true
  if (isTest) return <p className={styles.test}>{t('testPayments')}</p>
  // Reserves the space until the server has answered, so that nothing moves (rule UI66).
  return isLocalhost() && <p className={classNames(styles.test, styles.unseen)}>{'\u00a0'}</p>
}

/** `of` is the number of slots in the plan. `isOneMissing` adds a slot that the plan does not include. */
export function Slots({ taken, of, isOneMissing }: { taken: number; of: number; isOneMissing?: boolean }) {
  return (
    <div className={styles.slots} aria-hidden="true">
      {Array.from({ length: of }, (_, place) => (
        <i key={place} className={place < taken ? undefined : styles.free} />
      ))}
      {isOneMissing && <i className={styles.noPlace} />}
    </div>
  )
}
