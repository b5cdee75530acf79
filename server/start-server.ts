import type { Logger } from 'pino'
import { forwardEvents } from './analytics/forward-events.ts'
import { createServerApp } from './app.ts'
import { actOnWaitingEvents, reconcile } from './billing/billing-jobs.ts'
import { billingOf } from './billing/billing.ts'
import type { Configuration } from './configuration.ts'
import type { Context } from './context.ts'
import { openDatabase } from './database/open.ts'
import { createIdentity } from './identity/identity.ts'
import { housekeeping } from './jobs/housekeeping.ts'
import { mailWaitingFeedback } from './jobs/mail-waiting-feedback.ts'
import { startJobs } from './jobs/scheduler.ts'
import type { Job } from './jobs/scheduler.ts'
import { createLog, say } from './log.ts'
import { keepLogsShort, logFiles } from './log-files.ts'
import type { Mailer } from './mail/mailer.ts'
import { smtpMailer } from './mail/smtp-mailer.ts'
import { withPayments } from './with-payments.ts'

/** Opens the database and puts the server together; what cannot be opened comes back as a sentence. */
export async function startServer(given: Configuration) {
  const now = () => Date.now()
  const { logDir } = given
  const log = logOf(given, now)
  if (log === null) return { kind: 'failed', message: unwritable(String(logDir)) } as const
  const opened = await openDatabase(given, log, { say })
  if (opened.kind === 'failed') return opened
  const { database } = opened
  const { configuration, endPayments } = await withPayments(given, now)
  const context: Context = {
    configuration,
    database,
    identity: createIdentity(configuration, database.db, log),
    log,
    mailer: await mailerOf(configuration, { db: database.db, log, now }),
    now,
  }
  const { app, drain } = createServerApp(context)
  const jobs = startJobs(context, [
    housekeeping,
    mailWaitingFeedback(context),
    ...analyticsJobs(configuration),
    ...billingJobs(context),
  ])
  const logs =
    logDir === null
      ? null
      : keepLogsShort(logDir, now, error => log.error(error, 'old log files could not be deleted'))
  const close = async () => {
    logs?.stop()
    await jobs.stop()
    await endPayments()
    await database.close()
  }
  return { kind: 'started', app, drain, close } as const
}

/** The log in its files or on the terminal; null where the files cannot be. */
function logOf({ logDir, logLevel }: Configuration, now: () => number): Logger | null {
  if (logDir === null) return createLog(logLevel)
  try {
    return createLog(logLevel ?? 'info', logFiles(logDir, now))
  } catch {
    return null
  }
}

const unwritable = (logDir: string) =>
  `The log cannot be written to ${logDir}. Make that folder writable, name another with DATA_DIR, or set LOG_TO=stdout.`

const analyticsJobs = ({ analytics }: Configuration) => (analytics === null ? [] : [forwardEvents(analytics)])

function billingJobs(context: Context): readonly Job[] {
  const billing = billingOf(context)
  return billing === null ? [] : [actOnWaitingEvents(billing), reconcile(billing)]
}

/** Mails leave by SMTP when SMTP_URL is set; else into the mailbox of a development machine. */
async function mailerOf(
  { mail, standIns }: Configuration,
  { db, log, now }: Pick<Context, 'log' | 'now'> & Pick<Context['database'], 'db'>,
): Promise<Mailer> {
  if (mail.kind === 'smtp') return smtpMailer(mail, log)
  if (!standIns) throw new Error('A server for everyone needs SMTP_URL')
  const { mailboxMailer } = await import('./stand-ins/mailbox.ts')
  return mailboxMailer(db, { print: say, now })
}
