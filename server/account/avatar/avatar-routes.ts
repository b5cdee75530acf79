import { Hono } from 'hono'
import type { Context } from '#server/context.ts'
import { askerOf } from '#server/meant-for.ts'
import { problem } from '#server/problem-response.ts'

/** The picture of whoever is signed in, to nobody else (D22, rule AV7). */
export function avatarRoutes({ database, identity }: Context): Hono {
  return new Hono().get('/account/avatar', async exchange => {
    // A device asks for one user's database; by now the browser's cookie may be another's.
    const signedIn = await askerOf(identity, exchange)
    if (signedIn === null) return problem('signed-out')
    const found = database.db.selectFrom('avatar').where('user_id', '=', signedIn.user.id)
    const avatar = await found.select(['type', 'hash']).executeTakeFirst()
    if (avatar === undefined) return problem('not-found')
    const headers = {
      etag: `"${avatar.hash}"`,
      // Bytes from elsewhere: opened by themselves they are a picture or nothing.
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    }
    if (exchange.req.header('if-none-match') === headers.etag) return exchange.body(null, 304, headers)
    const { bytes, type, hash } = await found.select(['bytes', 'type', 'hash']).executeTakeFirstOrThrow()
    return exchange.body(new Uint8Array(bytes), 200, { ...headers, etag: `"${hash}"`, 'content-type': type })
  })
}
