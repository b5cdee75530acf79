/** Returns true if an error means that the client closed the connection while sending. That is not a server error. */
export const isClientAbort = (error: unknown): boolean =>
  error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'
