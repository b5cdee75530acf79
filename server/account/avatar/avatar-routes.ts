import { Hono } from 'hono'
import { getAvatar } from '#core/protocol/operations.ts'
import type { ServerContext } from '#server/context.ts'
import { mountForUser } from '#server/http/mount-operation.ts'
import { problemResponse } from '#server/http/problem-response.ts'

/** Route GET /account/avatar, which returns the signed-in user's own picture (D22, rule AV7). */
export function avatarRoutes({ database, identity }: ServerContext): Hono {
  const routes = new Hono()
  mountForUser(routes, identity, getAvatar, async (exchange, { user }) => {
    const found = database.db.selectFrom('avatar').where('user_id', '=', user.id)
    const avatar = await found.select(['type', 'hash']).executeTakeFirst()
    if (avatar === undefined) return problemResponse('not-found')
    const headers = {
      etag: `"${avatar.hash}"`,
      // The bytes come from elsewhere, so browsers must show them as a picture or not at all.
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    }
    if (exchange.req.header('if-none-match') === headers.etag) return exchange.body(null, 304, headers)
    const { bytes, type, hash } = await found.select(['bytes', 'type', 'hash']).executeTakeFirstOrThrow()
    return exchange.body(new Uint8Array(bytes), 200, { ...headers, etag: `"${hash}"`, 'content-type': type })
  })
  return routes
}
