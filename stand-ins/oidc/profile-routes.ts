import { Hono } from 'hono'
import type Provider from 'oidc-provider'
import type { StandInPeople, Person } from './people.ts'

/**
 * Creates the routes of Facebook's and X's APIs that return a user's profile: /debug_token and /me of Facebook's Graph
 * API, and /2/users/me of X. They return the fields that the library Better Auth reads.
 */
export function createProfileRoutes(provider: Provider, people: StandInPeople): Hono {
  async function personOf(token: string | undefined): Promise<{ person: Person; clientId: string } | null> {
    const found = token === undefined ? undefined : await provider.AccessToken.find(token)
    const person = found === undefined ? undefined : people.find(found.accountId)
    return found === undefined || person === undefined ? null : { person, clientId: found.clientId }
  }

  const bearer = (header: string | undefined) => /^Bearer (.+)$/i.exec(header ?? '')?.[1]

  return new Hono()
    .get('/graph/debug_token', async exchange => {
      const found = await personOf(exchange.req.query('input_token'))
      const data =
        found === null
          ? { is_valid: false }
          : { is_valid: true, app_id: found.clientId, user_id: found.person.id }
      return exchange.json({ data })
    })
    .get('/graph/me', async exchange => {
      const found = await personOf(bearer(exchange.req.header('authorization')))
      if (found === null) return exchange.json({ error: { message: 'Invalid OAuth access token.' } }, 400)
      const { id, name, email, verified, picture } = found.person
      // Facebook does not send email_verified. It is here to try what would happen if it did.
      const address = email === null ? {} : { email, email_verified: verified }
      return exchange.json({ id, name, ...address, picture: { data: { url: picture ?? '' } } })
    })
    .get('/x/2/users/me', async exchange => {
      const found = await personOf(bearer(exchange.req.header('authorization')))
      if (found === null) return exchange.json({ title: 'Unauthorized', status: 401 }, 401)
      const { id, name, email, verified, picture } = found.person
      // X returns only confirmed addresses.
      const address = email !== null && verified ? { confirmed_email: email } : {}
      return exchange.json({
        data: { id, name, username: `u${id}`, profile_image_url: picture ?? undefined, ...address },
      })
    })
}
