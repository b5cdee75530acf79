import { useEffect } from 'react'

// One name for the lock that each busy tab shares and for the channel that tells of a change.
const BUSY = 'dacapo-busy'

const channel = new BroadcastChannel(BUSY)
const listeners = new Set<() => void>()

/** Says, while it is true, that this tab must not be reloaded: something runs here, or words are not saved (rule OF5). */
export function useBusy(isBusy: boolean): void {
  useEffect(() => (isBusy ? beBusy() : undefined), [isBusy])
}

/** Is something going on in any tab of this browser that a reload would disturb? */
export async function isAnyTabBusy(): Promise<boolean> {
  if (!('locks' in navigator)) return false
  const { held = [], pending = [] } = await navigator.locks.query()
  return [...held, ...pending].some(({ name, mode }) => name === BUSY && mode === 'shared')
}

/** Resolves when all tabs that are busy have become free, or are gone. */
export async function allTabsFree(): Promise<void> {
  await navigator.locks.request(BUSY, () => undefined)
}

/** Calls `listener` when a tab has become busy, as long as the page lives. */
export const watchBusy = (listener: () => void): unknown => listeners.add(listener)

// A lock goes with its tab, however that ends; a note in a storage would stay.
function beBusy(): () => void {
  if (!('locks' in navigator)) return () => undefined
  const free = Promise.withResolvers<void>()
  void navigator.locks.request(BUSY, { mode: 'shared' }, () => free.promise)
  // Also while it still waits for the lock, a busy tab counts.
  tell()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
  channel.postMessage('changed')
  return free.resolve
}

const tell = () => listeners.forEach(listener => listener())
channel.addEventListener('message', tell)
