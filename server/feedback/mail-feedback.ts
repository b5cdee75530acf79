import type { Context } from '#server/context.ts'
import { feedbackMail } from './feedback-mail.ts'

/** So long one server has for mailing one letter; then, or after a failure, it is the next one's turn. */
export const MAIL_LEASE_MILLISECONDS = 600_000

type MailContext = Pick<Context, 'configuration' | 'database' | 'mailer' | 'now'>

/**
 * Mails one letter to the operator. Whoever calls has leased it: mail_due_at lies in the future. A mail that fails
 * leaves the letter to the job that tries again (rule FB9). Without an operator's address it waits for one.
 */
export async function mailFeedback(context: MailContext, id: string): Promise<'mailed' | 'waits'> {
  const { configuration, database, mailer, now } = context
  const operator = configuration.operator.email
  if (operator === null) return 'waits'
  const letter = await database.db
    .selectFrom('feedback')
    .leftJoin('user', 'user.id', 'feedback.user_id')
    .select(['kind', 'from_pro', 'text', 'language', 'screen', 'written_at', 'user.email'])
    .where('feedback.id', '=', id)
    .executeTakeFirst()
  // Deleted with its account meanwhile.
  if (letter === undefined) return 'waits'
  const { email, written_at: writtenAt, from_pro: isPro, ...words } = letter
  const sent = await mailer.send({
    to: operator,
    ...(email !== null && { replyTo: email }),
    messageId: `<feedback-${id}@${new URL(configuration.origin).hostname}>`,
    ...(await feedbackMail({ ...words, isPro, writtenAt, canAnswer: email !== null })),
  })
  if (sent.kind === 'failed') return 'waits'
  await database.db.updateTable('feedback').set({ mailed_at: now() }).where('id', '=', id).execute()
  return 'mailed'
}
