import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { priceOf, priceText } from '#core/prices.ts'
import { Button } from '#web/kit/button.tsx'
import { UpgradeDialog } from '#web/kit/upgrade-dialog.tsx'
import { language } from '#web/language/language.ts'
import styles from './upgrade-card.module.css'

/** What Pro gives, what it costs, and the way to it (spec 2). */
export function UpgradeCard() {
  const { t } = useTranslation('account')
  const [isOpen, setOpen] = useState(false)
  const [year, month] = (['year', 'month'] as const).map(interval =>
    priceText(priceOf(interval, language()), language()),
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
        <p>{t('upgrade.text', { year, month })}</p>
        <Button className={styles.way} onClick={() => setOpen(true)}>
          {t('upgrade.open')}
        </Button>
      </div>
      {isOpen && <UpgradeDialog onClose={() => setOpen(false)} />}
    </section>
  )
}
