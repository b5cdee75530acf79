import { problemDocument, type ProblemCode } from '#core/protocol/problem.ts'

/** Returns a problem response for Playwright's route.fulfill. */
export function mockProblemResponse(code: ProblemCode, more?: Parameters<typeof problemDocument>[1]) {
  const document = problemDocument(code, more)
  return {
    status: document.status,
    contentType: 'application/problem+json',
    body: JSON.stringify(document),
  }
}
