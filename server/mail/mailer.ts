/** A mail to one recipient. `text` is the plain-text part, and `html` the HTML part. */
export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** The Reply-To address. If it is missing, replies go to the sender's address. */
  replyTo?: string
  /** The Message-ID, so that mail programs show a mail that was sent twice only once. Generated if missing. */
  messageId?: string
}

/** Reason why a mail could not be sent, such as an unreachable mail server or a refused recipient. */
export type MailFailure = 'login-refused' | 'no-tls' | 'refused' | 'time-out' | 'unreachable'

/** Service that sends mails by SMTP, or stores them in the mailbox of a development machine. */
export type Mailer = {
  send: (mail: Mail) => Promise<{ kind: 'sent' } | { kind: 'failed'; because: MailFailure }>
}
