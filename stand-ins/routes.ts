import { Hono } from 'hono'
import * as z from 'zod'
import { usesDevMailbox } from '#server/settings/configuration.ts'
import type { ServerContext } from '#server/context.ts'
import { normalizedEmailSchema } from '#server/identity/email-address.ts'
import { problemResponse } from '#server/http/problem-response.ts'
import { parseRequestBody } from '#server/http/mount-operation.ts'
import { createMailboxRoutes } from './mailbox.ts'
import { seedSampleLibrary } from './seed.ts'

export function createDevRoutes(context: ServerContext): Hono {
  const app = new Hono()
    // Redirects to remove the key from the printed address. The guard before this has stored it in a cookie.
    .get('/dev', exchange => exchange.redirect('/', 303))
    .route('/dev', createSeedRoutes(context))
    .route('/dev', createMusicianRoutes(context))
    .get('/dev/events.json', async exchange => {
      const rows = await context.database.db.selectFrom('event').selectAll().orderBy('at').execute()
      return exchange.json(
        rows.map(({ id, user_id: userId, name, parameters, at }) => ({
          ...parameters,
          id,
          userId,
          name,
          at,
        })),
      )
    })
  if (usesDevMailbox(context.configuration)) app.route('/dev', createMailboxRoutes(context))
  // Rethrows to the caller because Hono would print the error with all its properties.
  app.onError(error => {
    throw error
  })
  app.notFound(() => problemResponse('not-found'))
  return app
}

function createSeedRoutes(context: ServerContext): Hono {
  return new Hono().post('/seed', async exchange => {
    const request = await parseRequestBody(exchange, z.strictObject({ email: normalizedEmailSchema }))
    if (request instanceof Response) return request
    return exchange.json(await seedSampleLibrary(context, request.email))
  })
}

const musicianRequest = z.strictObject({
  email: normalizedEmailSchema,
  name: z.string().max(200).optional(),
  image: z.string().max(2000).nullable().optional(),
  plan: z.enum(['free', 'pro']).optional(),
})

/** Lets tests set what otherwise only a social sign-in or a purchase sets. */
function createMusicianRoutes({ database }: ServerContext): Hono {
  const { db } = database
  return new Hono().post('/musician', async exchange => {
    const request = await parseRequestBody(exchange, musicianRequest)
    if (request instanceof Response) return request
    const { email, name, image, plan } = request
    const user = await db.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst()
    if (user === undefined) return problemResponse('not-found')
    const profile = { ...(name !== undefined && { name }), ...(image !== undefined && { image }) }
    if (Object.keys(profile).length > 0)
      await db.updateTable('user').set(profile).where('id', '=', user.id).execute()
    if (plan !== undefined) await subscribe(user.id, plan === 'pro' ? 'active' : 'canceled')
    return exchange.body(null, 204)
  })

  async function subscribe(userId: string, status: string) {
    const row = { user_id: userId, id: `sub_dev_${userId}`, status }
    await db.deleteFrom('subscription').where('user_id', '=', userId).where('id', '=', row.id).execute()
    await db.insertInto('subscription').values(row).execute()
  }
}
