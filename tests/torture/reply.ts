import { inOldForm } from './older-forms.ts'

export type Reply = { status: number; body: string }

/** As much of a response as request.ts reads, in a page of this app or an older one; a whole one costs more than a round. */
export function asResponse({ status, body }: Reply, hasOldApp: boolean): Response {
  const isAnswer = status === 200
  const type = isAnswer ? 'application/json' : 'application/problem+json'
  const headers = new Headers({ 'content-type': type })
  const text = async () => (hasOldApp && isAnswer ? inOldForm(body) : body)
  return { status, ok: isAnswer, headers, text } as Response
}
