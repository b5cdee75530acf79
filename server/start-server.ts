import { createEventForwardingJob } from './analytics/events.ts'
import { createServerApp } from './app.ts'
import { createStripeReconciliationJob } from './billing/subscriptions.ts'
import { createBillingDependencies } from './billing/billing.ts'
import type { Configuration } from './settings/configuration.ts'
import type { ServerContext, StandIns } from './context.ts'
import {
  openDatabase,
  openDatabaseWhenAvailable,
  SERVER_APPLICATION_NAME,
  SERVING_OPTIONS,
} from './database/open-database.ts'
import { createIdentity } from './identity/identity.ts'
import { housekeepingJob } from './jobs/housekeeping-job.ts'
import { createFeedbackMailJob } from './feedback/feedback.ts'
import { startJobs } from './jobs/scheduler.ts'
import { beginEpochWithoutFullSync } from './operations/new-epoch.ts'
import { createLogger, printLine } from './observability/log.ts'
import { createSmtpMailer, type Mailer } from './mail/mailer.ts'

export async function createAppAndStartJobs(given: Configuration, standIns: StandIns | null) {
  const now = () => Date.now()
  const log = createLogger(given.logLevel)
  const options = { print: printLine, applicationName: SERVER_APPLICATION_NAME, serving: SERVING_OPTIONS }
  const opened = await openDatabaseWhenAvailable(
    () => openDatabase(given, log, options),
    message => {
      printLine(`${message}. Trying again until it is there.`)
      log.error({ reason: message }, 'the database is not there at the start')
    },
  )
  if (opened.kind === 'failed') return opened
  const { database } = opened
  if (database.kind === 'embedded') await beginEpochWithoutFullSync(database.db)
  const { configuration, closePayments } = await withPaymentStandInIfNeeded(given, standIns, now)
  const context: ServerContext = {
    configuration,
    database,
    identity: createIdentity({
      configuration,
      database,
      log,
      startProviderStandIn: standIns?.startProviders ?? null,
    }),
    log,
    mailer: await selectMailer(configuration, standIns, { db: database.db, log, now }),
    now,
    standIns,
  }
  const { app, drain, gate } = createServerApp(context)
  const { analytics } = configuration
  const billing = createBillingDependencies(context)
  const jobs = startJobs(context, [
    housekeepingJob,
    createFeedbackMailJob(context),
    ...(analytics === null ? [] : [createEventForwardingJob(analytics)]),
    ...(billing === null ? [] : [createStripeReconciliationJob(billing)]),
  ])
  const close = async () => {
    await jobs.stop()
    await closePayments()
    await database.close()
  }
  return { kind: 'started', app, gate, drain, close } as const
}

async function selectMailer(
  { mail }: Configuration,
  standIns: StandIns | null,
  { db, log, now }: Pick<ServerContext, 'log' | 'now'> & Pick<ServerContext['database'], 'db'>,
): Promise<Mailer> {
  if (mail.kind === 'smtp') return createSmtpMailer(mail, log)
  if (standIns === null) throw new Error('Mails have nowhere to go: set SMTP_URL, or start with npm start')
  return standIns.createMailer(db, { print: printLine, now })
}

export async function withPaymentStandInIfNeeded(
  given: Configuration,
  standIns: StandIns | null,
  now: () => number,
): Promise<{ configuration: Configuration; closePayments: () => Promise<void> }> {
  if (given.billing.kind !== 'none' || standIns === null)
    return { configuration: given, closePayments: async () => {} }
  const { settings, close } = await standIns.startPayments(given, now)
  return { configuration: { ...given, billing: settings }, closePayments: close }
}
