import type { ReactNode } from 'react'
import { useServerSettings, type ServerSettings } from '#web/api/use-server-settings.ts'

type Props = { children: (at: Exclude<ServerSettings['mailbox'], 'none'>) => ReactNode }

/**
 * Renders its children if the server only simulates sending mails. Passes them the place at which the mails can be
 * read: 'link' or 'terminal'.
 */
export function MailboxHint({ children }: Props) {
  const mailbox = useServerSettings()?.mailbox ?? 'none'
  return mailbox === 'none' ? null : children(mailbox)
}
