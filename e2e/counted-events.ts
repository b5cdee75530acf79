import type { APIRequestContext } from '@playwright/test'

export type Counted = {
  id: string
  name: string
  at: number
  userId: string | null
  path?: string
  method?: string
}

/** What the server has counted since this was made; one event as its name and what belongs to it. */
export async function eventsFromNow(request: APIRequestContext, origin: string) {
  const all = async () => (await (await request.get(`${origin}/dev/events.json`)).json()) as Counted[]
  const before = new Set((await all()).map(({ id }) => id))
  const since = async () => (await all()).filter(({ id }) => !before.has(id))
  return {
    /** Of one user, or of guests: null; in alphabetical order, because two may be of the same moment. */
    of: async (userId: string | null) =>
      (await since())
        .filter(event => event.userId === userId)
        .map(({ name, path, method }) => [name, path, method].filter(Boolean).join(' '))
        .sort(),
  }
}
