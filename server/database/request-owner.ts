import { AsyncLocalStorage } from 'node:async_hooks'

const ownerStorage = new AsyncLocalStorage<{ owner: string }>()

/** Owner of the server's own work, such as jobs and commands. */
const SERVER_OWNER = 'server'

/**
 * Runs the work of a request. Its database queries are queued under `owner`, a user or a client address, so that no
 * owner can delay all others. setRequestOwner can replace the owner later, when the user is known.
 */
export const runWithRequestOwner = <T>(owner: string, work: () => T): T => ownerStorage.run({ owner }, work)

/** Makes a user the owner of the current request, so that its further database queries are queued under this user. */
export function setRequestOwner(userId: string): void {
  const store = ownerStorage.getStore()
  if (store !== undefined) store.owner = userId
}

/**
 * Returns the owner under which the current request's database queries are queued: a user id, a client address, or
 * 'server' outside of a request.
 */
export const currentRequestOwner = (): string => ownerStorage.getStore()?.owner ?? SERVER_OWNER
