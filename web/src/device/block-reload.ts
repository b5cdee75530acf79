import { useEffect } from 'react'

// Name of the lock that every busy tab shares, and of the channel that announces changes.
const BUSY = 'dacapo-busy'

// Module state: a reload ends the page with everything in it.
const channel = new BroadcastChannel(BUSY)
const listeners = new Set<() => void>()

/** While `isBusy` is true, no tab of this browser offers to reload with a new version (rule OF5). */
export function useBlockReload(isBusy: boolean): void {
  useEffect(() => (isBusy ? beBusy() : undefined), [isBusy])
}

/** True while useBlockReload(true) is active in any tab. Always false in browsers without the Web Locks API. */
export async function checkReloadBlockedInAnyTab(): Promise<boolean> {
  if (!('locks' in navigator)) return false
  const { held = [], pending = [] } = await navigator.locks.query()
  return [...held, ...pending].some(({ name, mode }) => name === BUSY && mode === 'shared')
}

export async function whenAllTabsIdle(): Promise<void> {
  await navigator.locks.request(BUSY, () => undefined)
}

export const addReloadBlockListener = (listener: () => void): unknown => listeners.add(listener)

// A lock ends with its tab even after a crash; a stored flag would stay.
function beBusy(): () => void {
  if (!('locks' in navigator)) return () => undefined
  const free = Promise.withResolvers<void>()
  void navigator.locks.request(BUSY, { mode: 'shared' }, () => free.promise)
  // A tab counts as busy while it still waits for the lock.
  tell()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
  channel.postMessage('changed')
  return free.resolve
}

const tell = () => listeners.forEach(listener => listener())
channel.addEventListener('message', tell)
