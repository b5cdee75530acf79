/**
 * Request header with the id of the user whom the page shows, because the session cookie may already belong to another
 * user.
 */
export const EXPECTED_USER_HEADER = 'x-dacapo-user'

/** Returns the header for the user whom the page shows. Guests send none (rules SN13, BI26). */
export const expectedUserHeader = (userId: string | null): Record<string, string> =>
  userId === null ? {} : { [EXPECTED_USER_HEADER]: userId }
