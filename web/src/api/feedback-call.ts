import { request, type Failure } from './request.ts'

export type Feedback = { text: string; language: string; screen: string }

/** Sends a musician's words to the operator (POST /api/v1/feedback). */
export async function sendFeedback(
  feedback: Feedback,
): Promise<{ kind: 'sent' } | { kind: 'failed'; problem: Failure }> {
  const answer = await request('POST', '/api/v1/feedback', feedback)
  return answer.kind === 'answer' ? { kind: 'sent' } : { kind: 'failed', problem: answer }
}
