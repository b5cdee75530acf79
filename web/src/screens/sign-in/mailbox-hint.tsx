import type { ReactNode } from 'react'
import { useServerSettings, type ServerSettings } from '#web/api/use-server-settings.ts'

type Props = { children: (at: Exclude<ServerSettings['mailbox'], 'none'>) => ReactNode }

/**
 * Renders its children if the server sends no real mails, and tells them where users can read the mails: at a link, or
 * in the terminal.
 */
export function MailboxHint({ children }: Props) {
  const mailbox = useServerSettings()?.mailbox ?? 'none'
  return mailbox === 'none' ? null : children(mailbox)
}
