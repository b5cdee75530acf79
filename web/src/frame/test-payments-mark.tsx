import { useTranslation } from 'react-i18next'
import { useServerSettings } from '#web/api/server-settings.ts'
import { isLocalhost } from '#web/device/is-localhost.ts'
import { classNames } from '#web/kit/class-names.ts'
import styles from './test-payments-mark.module.css'

/** Renders a notice that payments are not real, if the server uses a local simulation of Stripe (D8, rule SS1). */
export function TestPaymentsNotice() {
  const { t } = useTranslation('upgrade')
  const isTest = useServerSettings()?.testPayments === true
  if (isTest) return <p className={styles.mark}>{t('testPayments')}</p>
  // Reserves the space until the server has answered, so that nothing moves (rule UI66).
  return isLocalhost() && <p className={classNames(styles.mark, styles.unseen)}>{'\u00a0'}</p>
}
