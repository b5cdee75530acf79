/** Returns true if an error was caused by the client closing the connection. Such an error is not a server error. */
export const isClientAbort = (error: unknown): boolean =>
  error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'
