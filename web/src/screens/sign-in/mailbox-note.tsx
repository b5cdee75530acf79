import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isLocalhost } from '#web/device/is-localhost.ts'
import { classNames } from '#web/kit/class-names.ts'
import styles from './sign-in.module.css'

type Props = {
  /** Where the mails are: behind a link, or in the server's terminal. */
  at: 'link' | 'terminal'
  /** Only reserves its space: invisible, silent and without a link. */
  isUnseen?: boolean
}

/** Renders a note that says where to read the mails of a server that sends no real ones. */
export function MailboxNote({ at, isUnseen = false }: Props) {
  const { t } = useTranslation('sign-in')
  return (
    <p className={classNames(styles.small, styles.mailbox, isUnseen && styles.unseen)}>
      {at === 'terminal' && t('mailbox.terminal')}
      {at === 'link' && (
        <>
          {t('mailbox.kept')}{' '}
          {isUnseen ? (
            // As large as the link. A link without an address would be a fault to search engines.
            <b>{t('mailbox.open')}</b>
          ) : (
            <a href="/dev/mailbox" target="dacapo-mailbox">
              {t('mailbox.open')}
            </a>
          )}
        </>
      )}
    </p>
  )
}

/**
 * Reserves the space of the mailbox note on localhost until the server has answered, so that nothing moves (rule
 * SG21). On other hosts it renders only its children.
 */
export function MailboxNoteSpace({ children }: { children: ReactNode }) {
  if (!isLocalhost()) return children
  return (
    <div className={styles.mailboxPlace}>
      <MailboxNote at="link" isUnseen />
      <MailboxNote at="terminal" isUnseen />
      {children}
    </div>
  )
}
