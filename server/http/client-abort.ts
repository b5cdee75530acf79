/** Returns true if the client closed the connection while it was sending. That is no server error. */
export const isClientAbort = (error: unknown): boolean =>
  error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'
