import { useTranslation } from 'react-i18next'
import { useServerSettings } from '#web/api/use-server-settings.ts'
import styles from './sign-in.module.css'

/** On a server that sends no mail (the embedded default), the way to where the mails are kept. */
export function MailboxHint() {
  const { t } = useTranslation('sign-in')
  const settings = useServerSettings()
  if (settings?.mailbox !== true) return null
  return (
    <p className={`${styles.small} ${styles.mailbox}`}>
      {t('mailbox.why')}{' '}
      <a href="/dev/mailbox" target="dacapo-mailbox">
        {t('mailbox.open')}
      </a>
    </p>
  )
}
