import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'

/**
 * Returns the response for a handler that has written to the Node response itself, so that @hono/node-server writes
 * nothing.
 *
 * The constant of @hono/node-server works only if its module was loaded before the first server was created, because
 * that call replaces the global `Response` by a class whose headers are not checked. A clone is always a native
 * response.
 */
export const responseAlreadySent = (): Response => RESPONSE_ALREADY_SENT.clone()
