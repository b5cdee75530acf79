import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isLocalhost } from '#web/device/is-localhost.ts'
import { classNames } from '#web/kit/class-names.ts'
import styles from './sign-in.module.css'

type Props = {
  /** Where the mails can be read: on a page that a link opens, or in the server's terminal. */
  at: 'link' | 'terminal'
  /** Whether the note only reserves its space, without being visible or read by screen readers. */
  isUnseen?: boolean
}

/** Renders a note that tells users where to read the mails of a server that only simulates sending mails. */
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
 * Renders its children in a space that is large enough for a MailboxNote, so that the layout does not shift when the
 * note appears after the server's response (rule UI66). Reserves this space only on localhost.
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
