import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { livingPieces } from '#core/library.ts'
import { FREE_PARTS, FREE_PIECES, type KnownRole } from '#core/plan.ts'
import { PaymentMark } from '#web/kit/payment-mark.ts'
import { Loader } from '#web/kit/spinner.tsx'
import { useLibrary } from '#web/store/use-library.ts'
import { ManageSubscription } from './manage-subscription.tsx'
import { WriteToUs } from './write-to-us.tsx'
import styles from './account.module.css'

/** The plan and what it holds; the four beats while it is not known yet (spec 3 and 4). */
export function PlanCard({ stripeRole }: { stripeRole: KnownRole }) {
  const { t } = useTranslation('account')
  return (
    <section className={styles.plan}>
      {stripeRole === undefined && <Loader label={t('plan.loading')} />}
      {stripeRole === null && <FreePlan />}
      {stripeRole === 'pro' && (
        <>
          <h2>{t('plan.pro')}</h2>
          <p>{t('plan.unlimited')}</p>
          <div className={styles.ways}>
            <ManageSubscription />
            <WriteToUs />
          </div>
        </>
      )}
      {use(PaymentMark)}
    </section>
  )
}

function FreePlan() {
  const { t } = useTranslation('account')
  const used = usePieceCount()
  return (
    <>
      <h2>{t('plan.free')}</h2>
      <dl className={styles.meter}>
        <dt>{t('plan.pieces')}</dt>
        <dd>{t('plan.piecesUsed', { used: used ?? '…', most: FREE_PIECES })}</dd>
        <Slots used={used ?? 0} />
        <dt>{t('plan.sections')}</dt>
        <dd>{t('plan.sectionsMost', { most: FREE_PARTS })}</dd>
      </dl>
    </>
  )
}

/** One dot per piece the plan holds, filled as far as they are taken. */
function Slots({ used }: { used: number }) {
  return (
    <dd className={styles.slots} aria-hidden="true">
      {Array.from({ length: FREE_PIECES }, (_, index) => (
        <i key={index} className={index < used ? styles.taken : undefined} />
      ))}
    </dd>
  )
}

function usePieceCount(): number | null {
  const state = useLibrary()
  return state.kind === 'ready' ? livingPieces(state.library).length : null
}
