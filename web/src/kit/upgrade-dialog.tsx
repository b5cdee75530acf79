import { use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FREE_PARTS, FREE_PIECES } from '#core/plan.ts'
import { BILLING_INTERVALS, priceOf, priceText, savedPercent, type BillingInterval } from '#core/prices.ts'
import { language } from '#web/language/language.ts'
import { useBeginPurchase } from './begin-purchase.ts'
import { Button, ButtonLink } from './button.tsx'
import { DialogFault } from './dialog-fault.tsx'
import { Dialog } from './dialog.tsx'
import { PaymentMark } from './payment-mark.ts'
import { showSuccess } from './toast.tsx'
import { useIsShown } from './use-is-shown.ts'
import { usePageReturn } from './use-page-return.ts'
import styles from './upgrade-dialog.module.css'

/** What there is too much of. */
export type Limit = 'pieces' | 'parts'

type Props = {
  /** Why it opened; without it no reason is given (D5). */
  limit?: Limit
  onClose: () => void
}

const HOLDS: Record<Limit, number> = { pieces: FREE_PIECES, parts: FREE_PARTS }

/** "oh no": what the Free plan does not hold, and the two ways to buy Pro (spec 2 and 5, D5). */
export function UpgradeDialog({ limit, onClose }: Props) {
  const { t } = useTranslation('upgrade')
  const { t: common } = useTranslation()
  const begin = useBeginPurchase()
  const isOpen = useIsShown()
  const [chosen, setChosen] = useState<BillingInterval | null>(null)
  const [fault, setFault] = useState<'offline' | 'signed-out' | 'failed' | null>(null)

  // Back from the page where one pays: the dialog stands there as it was left.
  usePageReturn(() => setChosen(null))

  async function buy(interval: BillingInterval) {
    setFault(null)
    setChosen(interval)
    const purchase = await begin(interval)
    // Where the dialog goes with the plan it has gone already; the news is worth telling all the same.
    if (purchase.kind === 'already-pro') showSuccess(t('alreadyPro'))
    if (!isOpen()) return
    // The offers stay as they are until the other page is there.
    if (purchase.kind === 'begun') return purchase.leave()
    setChosen(null)
    if (purchase.kind === 'already-pro') onClose()
    else setFault(purchase.kind)
  }

  return (
    <Dialog title={t('title')} onClose={onClose}>
      <p>{limit === undefined ? t('noLimits') : t(limit, { count: HOLDS[limit] })}</p>
      {limit && <Slots taken={HOLDS[limit]} />}
      <div className={styles.offers}>
        {BILLING_INTERVALS.map(interval => (
          <Button
            key={interval}
            variant={interval === 'year' ? 'main' : 'line'}
            size="big-wide"
            busy={chosen === interval}
            disabled={chosen !== null && chosen !== interval}
            onClick={() => void buy(interval)}
          >
            <span className={styles.words}>
              {t(interval)}{' '}
              {interval === 'year' && (
                <span className={styles.saved}>{t('saved', { share: savedPercent() / 100 })}</span>
              )}
            </span>{' '}
            <b className={styles.price}>{priceText(priceOf(interval, language()), language())}</b>
          </Button>
        ))}
      </div>
      {fault && (
        <DialogFault>
          {fault === 'signed-out' ? t('signInAgain') : common('toast.error')}{' '}
          {fault === 'offline' && t('offline')}
        </DialogFault>
      )}
      {fault === 'signed-out' && (
        <ButtonLink variant="main" to="/signin">
          {common('sync.signInAgain')}
        </ButtonLink>
      )}
      {use(PaymentMark)}
      <p className={styles.hint}>{t('hint')}</p>
    </Dialog>
  )
}

/** All the places the plan has, and the one it has not. */
function Slots({ taken }: { taken: number }) {
  return (
    <div className={styles.slots} aria-hidden="true">
      {Array.from({ length: taken }, (_, place) => (
        <i key={place} />
      ))}
      <i className={styles.noPlace} />
    </div>
  )
}
