import { useTranslation } from 'react-i18next'
import { useServerSettings } from './api/use-server-settings.ts'
import styles from './test-payments-mark.module.css'

/** On a server whose payments go to a stand-in, the words that say so (D8, rule UP8). */
export function TestPaymentsMark() {
  const { t } = useTranslation('upgrade')
  return useServerSettings()?.testPayments === true && <p className={styles.mark}>{t('testPayments')}</p>
}
