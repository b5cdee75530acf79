import { Hono } from 'hono'
import { aBrowser } from './whole-server.ts'
import type { TestBrowser } from './whole-server.ts'

/** Creates a test browser for a server in another process. Every request carries these headers as well. */
export function createBrowserFor(origin: string, headers: Record<string, string> = {}): TestBrowser {
  const network = new Hono().all('*', async ({ req }) => {
    const { pathname, search } = new URL(req.url)
    // A connection of its own: one on which the server hung up must not be given to the next request.
    const sent = new Headers({ ...req.header(), ...headers, connection: 'close' })
    // A body that is empty would get a type of its own, which a browser sends none of.
    const text = await req.text()
    const body = text === '' ? {} : { body: text }
    return fetch(`${origin}${pathname}${search}`, {
      method: req.method,
      headers: sent,
      redirect: 'manual',
      ...body,
    })
  })
  // By itself Hono would print it and answer 500, which the server has not said.
  network.onError(error => {
    throw error
  })
  return aBrowser({ app: network, context: { configuration: { origin } } })
}
