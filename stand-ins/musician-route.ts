import { Hono } from 'hono'
import * as z from 'zod'
import type { ServerContext } from '#server/context.ts'
import { emailAddressSchema } from '#server/identity/email-address.ts'
import { problemResponse } from '#server/http/problem-response.ts'
import { parseRequestBody } from '#server/http/mount-operation.ts'

const musicianRequest = z.strictObject({
  email: emailAddressSchema,
  name: z.string().max(200).optional(),
  image: z.string().max(2000).nullable().optional(),
  plan: z.enum(['free', 'pro']).optional(),
})

/**
 * Creates the route POST /dev/musician, which sets the name, picture or plan of a musician, the user with the given
 * email address. Tests use it, because otherwise only a social sign-in or a purchase would set these fields.
 */
export function createMusicianRoutes({ database, now }: ServerContext): Hono {
  const { db } = database
  return new Hono().post('/musician', async exchange => {
    const request = await parseRequestBody(exchange, musicianRequest)
    if (request.kind === 'refused') return request.response
    const { email, name, image, plan } = request.body
    const user = await db.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst()
    if (user === undefined) return problemResponse('not-found')
    const profile = { ...(name !== undefined && { name }), ...(image !== undefined && { image }) }
    if (Object.keys(profile).length > 0)
      await db.updateTable('user').set(profile).where('id', '=', user.id).execute()
    if (plan !== undefined) await subscribe(user.id, plan === 'pro' ? 'active' : 'canceled')
    return exchange.body(null, 204)
  })

  async function subscribe(userId: string, status: string) {
    const row = { user_id: userId, id: `sub_dev_${userId}`, status, fetched_at: now() }
    await db.deleteFrom('subscription').where('user_id', '=', userId).where('id', '=', row.id).execute()
    await db.insertInto('subscription').values(row).execute()
  }
}
