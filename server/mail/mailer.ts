export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** Where an answer goes, if not to us. */
  replyTo?: string
  /** The mail's own name, so that one that was sent twice is shown once; made up if there is none. */
  messageId?: string
}

/** Why a mail did not go out. None of it is the fault of the person who waits for it. */
export type MailFailure = 'login-refused' | 'no-tls' | 'refused' | 'time-out' | 'unreachable'

/** The way mails leave: smtp-mailer.ts, or the mailbox of a development machine. */
export type Mailer = {
  send: (mail: Mail) => Promise<{ kind: 'sent' } | { kind: 'failed'; because: MailFailure }>
}
