import { AsyncLocalStorage } from 'node:async_hooks'

const ownerStorage = new AsyncLocalStorage<{ owner: string }>()

/** Owner of the server's own work, such as jobs and commands. */
const SERVER_OWNER = 'server'

/**
 * Runs the work of a request with `owner` as its owner in the database queue. setRequestOwner can replace the owner
 * later.
 */
export const runWithRequestOwner = <T>(owner: string, work: () => T): T => ownerStorage.run({ owner }, work)

/** Makes a user the owner of the current request in the database queue. */
export function setRequestOwner(userId: string): void {
  const store = ownerStorage.getStore()
  if (store !== undefined) store.owner = userId
}

/**
 * Returns the owner of the current request in the database queue: a user id, a client address, or 'server' outside of a
 * request.
 */
export const currentRequestOwner = (): string => ownerStorage.getStore()?.owner ?? SERVER_OWNER
