/** Did the client go away while it was still sending? Nobody waits for an answer then, and nothing is out of order. */
export const hasHungUp = (error: unknown): boolean =>
  error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'
