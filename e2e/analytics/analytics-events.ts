import type { APIRequestContext } from '@playwright/test'
import { devAddress } from '../running-server.ts'

type StoredEvent = {
  id: string
  name: string
  at: number
  userId: string | null
  path?: string
  method?: string
  currency?: string
  value?: number
}

/** Returns functions that load the analytics events that the server has stored since this call. */
export async function watchAnalyticsEvents(request: APIRequestContext, origin: string) {
  const all = async () =>
    (await (await request.get(devAddress(origin, '/dev/events.json'))).json()) as StoredEvent[]
  const before = new Set((await all()).map(({ id }) => id))
  const since = async () => (await all()).filter(({ id }) => !before.has(id))
  return {
    /** The events of a user, or of guests if null, in alphabetical order, because times may be equal. */
    of: async (userId: string | null) =>
      (await since())
        .filter(event => event.userId === userId)
        .map(({ name, path, method }) => [name, path, method].filter(Boolean).join(' '))
        .sort(),
    checkoutsOf: async (userId: string) =>
      (await since())
        .filter(event => event.userId === userId && event.name === 'begin_checkout')
        .map(({ currency, value }) => ({ currency, value })),
  }
}
