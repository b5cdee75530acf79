import { createProblemDocument, type ProblemCode } from '#core/protocol/problem.ts'

export function mockProblemResponse(code: ProblemCode, more?: Parameters<typeof createProblemDocument>[1]) {
  const document = createProblemDocument(code, more)
  return { status: document.status, contentType: 'application/problem+json', body: JSON.stringify(document) }
}
