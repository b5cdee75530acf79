import type { APIRequestContext } from '@playwright/test'
import { devAddress } from '../running-server.ts'

/** An analytics event that the server has stored. */
type CountedEvent = {
  id: string
  name: string
  at: number
  userId: string | null
  path?: string
  method?: string
  currency?: string
  value?: number
}

/** Remembers the analytics events that the server has stored, and returns functions that load only newer ones. */
export async function watchCountedEvents(request: APIRequestContext, origin: string) {
  const all = async () =>
    (await (await request.get(devAddress(origin, '/dev/events.json'))).json()) as CountedEvent[]
  const before = new Set((await all()).map(({ id }) => id))
  const since = async () => (await all()).filter(({ id }) => !before.has(id))
  return {
    /** Of one user, or of guests: null; in alphabetical order, because two may be of the same moment. */
    of: async (userId: string | null) =>
      (await since())
        .filter(event => event.userId === userId)
        .map(({ name, path, method }) => [name, path, method].filter(Boolean).join(' '))
        .sort(),
    /** Currency and value of the purchases that a user began. */
    checkoutsOf: async (userId: string) =>
      (await since())
        .filter(event => event.userId === userId && event.name === 'begin_checkout')
        .map(({ currency, value }) => ({ currency, value })),
  }
}
