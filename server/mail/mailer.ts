export type Mail = { to: string; subject: string; text: string; html: string }

/** Why a mail did not go out. None of it is the fault of the person who waits for it. */
export type MailFailure = 'login-refused' | 'no-tls' | 'refused' | 'time-out' | 'unreachable'

/** The way mails leave: smtp-mailer.ts, or the mailbox of a development machine. */
export type Mailer = {
  send: (mail: Mail) => Promise<{ kind: 'sent' } | { kind: 'failed'; because: MailFailure }>
}
