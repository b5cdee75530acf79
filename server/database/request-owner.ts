import { AsyncLocalStorage } from 'node:async_hooks'

const ownerStorage = new AsyncLocalStorage<{ owner: string }>()

/** Owner of the server's own work, such as jobs and commands. */
const SERVER_OWNER = 'server'

/** Runs the work of a request with `owner` as its owner in the database queue, until setRequestOwner is called. */
export const runWithRequestOwner = <T>(owner: string, work: () => T): T => ownerStorage.run({ owner }, work)

/** Makes a user the owner of the rest of the current request in the database queue. */
export function setRequestOwner(userId: string): void {
  const store = ownerStorage.getStore()
  if (store !== undefined) store.owner = userId
}

/** Returns the owner of the current work in the database queue: a user's id, a client's address, or 'server'. */
export const currentRequestOwner = (): string => ownerStorage.getStore()?.owner ?? SERVER_OWNER
