import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'

/**
 * Returns a marker response for handlers that have already written to the Node response, so that @hono/node-server
 * writes nothing more.
 * Hono's own constant does not work if the first server was created before its module was loaded, because creating a
 * server replaces the global `Response`. A cloned response always works.
 */
export const responseAlreadySent = (): Response => RESPONSE_ALREADY_SENT.clone()
