export type TabMessage =
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'signed-in'; readonly userId: string }

const channel = new BroadcastChannel('dacapo-session')

/** Tells the other tabs of this browser what happened here: they share the cookie, so it happened to them too. */
export function tellOtherTabs(message: TabMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
  channel.postMessage(message)
}

/** Calls `listener` with whatever another tab tells, as long as the page lives. */
export function hearOtherTabs(listener: (message: TabMessage) => void): void {
  // Only tabs of this very app reach the channel.
  channel.addEventListener('message', (event: MessageEvent<TabMessage>) => listener(event.data))
}
