import { useEffect } from 'react'

// One name for the lock that each busy tab shares and for the channel that tells of a change.
const BUSY = 'dacapo-busy'

const channel = new BroadcastChannel(BUSY)
const listeners = new Set<() => void>()

/** Says, while it is true, that this tab must not be reloaded: something runs here, or words are not saved. */
export function useBusy(isBusy: boolean): void {
  useEffect(() => (isBusy ? beBusy() : undefined), [isBusy])
}

/** Is something going on in any tab of this browser that a reload would disturb? */
export async function isAnyTabBusy(): Promise<boolean> {
  if (!('locks' in navigator)) return false
  const { held = [], pending = [] } = await navigator.locks.query()
  return [...held, ...pending].some(({ name }) => name === BUSY)
}

/** Calls `listener` when a tab has become busy or free; gives the function that ends it. */
export function watchBusy(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

// A lock goes with its tab, however that ends; a note in a storage would stay.
function beBusy(): () => void {
  if (!('locks' in navigator)) return () => undefined
  const free = Promise.withResolvers<void>()
  const held = navigator.locks.request(BUSY, { mode: 'shared' }, async () => {
    changed()
    await free.promise
  })
  void held.then(changed)
  return free.resolve
}

function changed(): void {
  tell()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
  channel.postMessage('changed')
}

const tell = () => listeners.forEach(listener => listener())
channel.addEventListener('message', tell)
