import type { ReactNode } from 'react'
import { useServerSettings, type ServerSettings } from '#web/api/use-server-settings.ts'

type Props = { children: (at: Exclude<ServerSettings['mailbox'], 'none'>) => ReactNode }

/** Renders its children with the place of the mails, on a server that sends none (the embedded default). */
export function MailboxHint({ children }: Props) {
  const mailbox = useServerSettings()?.mailbox ?? 'none'
  return mailbox === 'none' ? null : children(mailbox)
}
