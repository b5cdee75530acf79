import { AsyncLocalStorage } from 'node:async_hooks'

const ownerStorage = new AsyncLocalStorage<{ owner: string }>()

/** Owner of the server's own work, such as jobs and commands. */
const SERVER_OWNER = 'server'

/** Runs a request's work. Its database time counts for `owner` until the user is known. */
export const runWithRequestOwner = <T>(owner: string, work: () => T): T => ownerStorage.run({ owner }, work)

/** Assigns the rest of the current request to this user. */
export function setRequestOwner(userId: string): void {
  const store = ownerStorage.getStore()
  if (store !== undefined) store.owner = userId
}

/** Returns the owner of the current work: a user's id, a client's address, or 'server'. */
export const currentRequestOwner = (): string => ownerStorage.getStore()?.owner ?? SERVER_OWNER
