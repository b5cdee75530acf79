import type { ServerContext } from '#server/context.ts'
import { renderFeedbackMail } from './feedback-mail.ts'

/**
 * Time in milliseconds for which one server process reserves a feedback message in order to mail it. If the mail has
 * not been sent by then, any process may try.
 */
export const FEEDBACK_MAIL_LEASE_MS = 600_000

type MailContext = Pick<ServerContext, 'configuration' | 'database' | 'mailer' | 'now'>

/**
 * Mails a stored feedback message to the operator. The caller must have reserved the message by setting `mail_due_at`
 * to a future time. Returns 'waits' if the mail was not sent: no address is configured, the message was deleted, or
 * sending failed. The feedback mail job then tries again (rule FB9).
 */
export async function sendFeedbackMail(context: MailContext, id: string): Promise<'mailed' | 'waits'> {
  const { configuration, database, mailer, now } = context
  const operator = configuration.operator.email
  if (operator === null) return 'waits'
  const letter = await database.db
    .selectFrom('feedback')
    .leftJoin('user', 'user.id', 'feedback.user_id')
    .select(['kind', 'from_pro', 'text', 'language', 'screen', 'written_at', 'user.email'])
    .where('feedback.id', '=', id)
    .executeTakeFirst()
  // The feedback was deleted together with its account.
  if (letter === undefined) return 'waits'
  const { email, written_at: writtenAt, from_pro: isPro, ...words } = letter
  const sent = await mailer.send({
    to: operator,
    ...(email !== null && { replyTo: email }),
    messageId: `<feedback-${id}@${new URL(configuration.origin).hostname}>`,
    ...(await renderFeedbackMail({ ...words, isPro, writtenAt, canAnswer: email !== null })),
  })
  if (sent.kind === 'failed') return 'waits'
  await database.db.updateTable('feedback').set({ mailed_at: now() }).where('id', '=', id).execute()
  return 'mailed'
}
