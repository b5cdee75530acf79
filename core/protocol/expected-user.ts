/**
 * Request header with the id of the user that the page shows. With it, the server refuses a request if the session
 * cookie already belongs to another user.
 */
export const EXPECTED_USER_HEADER = 'x-dacapo-user'

/**
 * Returns the request header with the id of the user who is signed in on this page, so that the server can refuse the
 * request if the session belongs to another user by now. Returns no header for a guest (rules SN13, BI26).
 */
export const expectedUserHeader = (userId: string | null): Record<string, string> =>
  userId === null ? {} : { [EXPECTED_USER_HEADER]: userId }
