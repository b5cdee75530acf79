/** The header with which a device says as whom it asks: the browser's cookie may be another user's by now. */
export const MEANT_FOR = 'x-dacapo-user'

/** The headers of a request for the user whom a page shows; guests ask as nobody, without them (rules SN13, BI26). */
export const meantFor = (userId: string | null): Record<string, string> =>
  userId === null ? {} : { [MEANT_FOR]: userId }
