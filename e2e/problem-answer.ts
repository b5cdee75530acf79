import { problemDocument, type ProblemCode } from '#core/protocol/problem.ts'

/** What a server answers that refuses, to be given in its place. */
export function problemAnswer(code: ProblemCode, more?: Parameters<typeof problemDocument>[1]) {
  const document = problemDocument(code, more)
  return {
    status: document.status,
    contentType: 'application/problem+json',
    body: JSON.stringify(document),
  }
}
