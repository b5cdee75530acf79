import { verifySmtp } from '#server/mail/smtp-mailer.ts'
import type { MailFailure } from '#server/mail/mailer.ts'
import type { Configuration } from '#server/settings/configuration.ts'
import { createFaultFinding, createGoodFinding, createNoteFinding } from './finding.ts'
import type { DoctorFinding } from './finding.ts'

const AREA = 'Mail'

/** Checks that the mail server accepts a connection and the credentials. Sends no mail. */
export async function checkMail({ mail }: Pick<Configuration, 'mail'>): Promise<DoctorFinding[]> {
  if (mail.kind === 'mailbox')
    return [createNoteFinding(AREA, 'no SMTP_URL: mails stay in the mailbox of this machine')]
  const { host } = new URL(mail.url)
  const failure = await verifySmtp(mail.url)
  if (failure === null) return [createGoodFinding(AREA, `${host} takes mail from us (none was sent)`)]
  return [createFaultFinding(AREA, `${host}: ${SENTENCES[failure]}`, ADVICE[failure])]
}

const SENTENCES: Record<MailFailure, string> = {
  'login-refused': 'it refused user or password',
  'no-tls': 'there is no encrypted connection, or its certificate is not valid for that name',
  'time-out': 'it did not answer in time',
  refused: 'it does not speak SMTP as expected',
  unreachable: 'it cannot be reached',
}

const ADVICE: Record<MailFailure, string> = {
  'login-refused': 'Check user and password in SMTP_URL; special characters must be written as %40, %3A …',
  'no-tls':
    'Use smtps:// (port 465) or smtp:// with STARTTLS (port 587), and the name that is in the certificate.',
  'time-out':
    'See whether your provider blocks outgoing SMTP, and whether port and scheme belong together: smtps 465, smtp 587.',
  refused: 'Check the port in SMTP_URL: 465 for smtps, 587 for smtp.',
  unreachable: 'Check name and port in SMTP_URL, and whether a firewall is in between.',
}
