import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'

/**
 * Returns the response of a handler that has written to the Node response itself, so that @hono/node-server writes
 * nothing.
 *
 * Hono's own constant works only if its module was loaded before the first server was created, because that call
 * replaces the global `Response` by a class whose headers are not checked. A clone is always a native response.
 */
export const responseAlreadySent = (): Response => RESPONSE_ALREADY_SENT.clone()
