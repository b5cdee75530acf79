/**
 * Request header with the id of the user that the page shows. With it, the server refuses a request if the session
 * cookie already belongs to another user.
 */
export const EXPECTED_USER_HEADER = 'x-dacapo-user'

/** Returns the header with the id of the user that the page shows. Returns no header for a guest (rules SN13, BI26). */
export const expectedUserHeader = (userId: string | null): Record<string, string> =>
  userId === null ? {} : { [EXPECTED_USER_HEADER]: userId }
