import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { undeletedPieces } from '#core/library/library.ts'
import { MAX_FREE_PARTS_PER_PIECE, MAX_FREE_PIECES, type StripeRoleOrUnknown } from '#core/plan/plan.ts'
import { useProSale } from '#web/billing/pro-sale.ts'
import { Button } from '#web/kit/button.tsx'
import { OpenFeedbackContext } from '#web/kit/frame-contexts.ts'
import { LoadingIndicator } from '#web/kit/spinner.tsx'
import { useLibrary } from '#web/store/device-library.ts'
import { ManageSubscriptionButton } from './manage-subscription-button.tsx'
import styles from './account.module.css'

/**
 * Renders the user's plan (Free or Pro) with its limits, or a loading animation while the plan is unknown (spec 3 and
 * 4).
 */
export function PlanCard({ stripeRole }: { stripeRole: StripeRoleOrUnknown }) {
  const { t } = useTranslation('account')
  const { testNotice } = useProSale()
  return (
    <section className={styles.plan}>
      {stripeRole === undefined && <LoadingIndicator label={t('plan.loading')} />}
      {stripeRole === null && <FreePlan />}
      {stripeRole === 'pro' && (
        <>
          <h2>{t('plan.pro')}</h2>
          <p>{t('plan.unlimited')}</p>
          <div className={styles.ways}>
            <ManageSubscriptionButton />
            <ContactSupportButton />
          </div>
        </>
      )}
      {testNotice}
    </section>
  )
}

/** Renders the button that opens the support form ("Write to us"), which is part of Pro (spec 1). */
function ContactSupportButton() {
  const { t } = useTranslation('account')
  const openFeedback = use(OpenFeedbackContext)
  return (
    <Button icon="chat" onClick={() => openFeedback('support')}>
      {t('plan.writeToUs')}
    </Button>
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
        {/* Rendered invisibly until it is known, so that nothing moves. */}
        <dd className={used === null ? styles.unknown : undefined}>
          {t('plan.piecesUsed', { used: used ?? 0, most: MAX_FREE_PIECES })}
        </dd>
        <Slots used={used ?? 0} />
        <dt>{t('plan.sections')}</dt>
        <dd>{t('plan.sectionsMost', { most: MAX_FREE_PARTS_PER_PIECE })}</dd>
      </dl>
    </>
  )
}

/** Renders one dot per piece that the plan allows, filled for each existing piece. */
function Slots({ used }: { used: number }) {
  return (
    <dd className={styles.slots} aria-hidden="true">
      {Array.from({ length: MAX_FREE_PIECES }, (_, index) => (
        <i key={index} className={index < used ? styles.taken : undefined} />
      ))}
    </dd>
  )
}

function usePieceCount(): number | null {
  const state = useLibrary()
  return state.kind === 'ready' ? undeletedPieces(state.library).length : null
}
