import type { ReactNode } from 'react'
import { useServerSettings, type ServerSettings } from '#web/api/server-settings.ts'

type Props = { children: (at: Exclude<ServerSettings['mailbox'], 'none'>) => ReactNode }

/**
 * Calls `children` with the place at which the server's mails can be read, 'link' or 'terminal', and renders the
 * result. Renders nothing if the server sends real mails instead of simulating them, or if its settings are unknown.
 */
export function MailboxHint({ children }: Props) {
  const mailbox = useServerSettings()?.mailbox ?? 'none'
  return mailbox === 'none' ? null : children(mailbox)
}
