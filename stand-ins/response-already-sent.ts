import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'

/**
 * Returns a response that tells @hono/node-server to write nothing, for handlers that have already written to the Node
 * response themselves. It is a clone of Hono's constant for this purpose. The constant itself is not recognized if a
 * server was created before the constant's module was loaded, because creating a server replaces the global `Response`.
 */
export const responseAlreadySent = (): Response => RESPONSE_ALREADY_SENT.clone()
