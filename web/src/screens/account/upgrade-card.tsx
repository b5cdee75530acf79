import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { priceForInterval, priceForLanguage, formatPrice, type BillingInterval } from '#core/plan/prices.ts'
import { Button } from '#web/kit/button.tsx'
import { useProPrices } from '#web/billing/pro-sale.ts'
import { UpgradeDialog } from '#web/billing/upgrade-dialog.tsx'
import { currentLanguage } from '#web/language/language.ts'
import styles from './upgrade-card.module.css'

/** Renders a card that advertises Pro with its benefits, its price and an upgrade button (spec 2). */
export function UpgradeCard() {
  const { t } = useTranslation('account')
  const [isOpen, setOpen] = useState(false)
  const [prices] = useProPrices()
  // An unknown price is rendered invisibly at its usual length, so that nothing moves when it is loaded.
  const written = (interval: BillingInterval) =>
    formatPrice(
      prices ? priceForInterval(interval, prices) : priceForLanguage(interval, currentLanguage()),
      currentLanguage(),
    )

  return (
    <section className={styles.card} aria-labelledby="pro">
      <div className={styles.repeat} aria-hidden="true">
        <b />
        <i />
        <span />
      </div>
      <div className={styles.words}>
        <h2 id="pro">{t('upgrade.title')}</h2>
        <p>{t('upgrade.text')}</p>
        <p className={prices === null ? styles.unknown : undefined}>
          {t('upgrade.price', { year: written('year'), month: written('month') })}
        </p>
        <Button className={styles.way} onClick={() => setOpen(true)}>
          {t('upgrade.open')}
        </Button>
      </div>
      {isOpen && <UpgradeDialog onClose={() => setOpen(false)} />}
    </section>
  )
}
