/** A message that tells the other tabs of this browser that a user has signed in or out. */
export type TabMessage =
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'signed-in'; readonly userId: string }

// Module state: the page's connection to other pages. A channel does not hear its own messages.
const channel = new BroadcastChannel('dacapo-session')

/** Tells the other tabs of this browser that a user has signed in or out, because all tabs share the session cookie. */
export function broadcastToTabs(message: TabMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
  channel.postMessage(message)
}

/** Calls `listener` whenever another tab of this browser reports a sign-in or sign-out, until the page is closed. */
export function listenToTabs(listener: (message: TabMessage) => void): void {
  // Only tabs of the same origin reach the channel.
  channel.addEventListener('message', (event: MessageEvent<TabMessage>) => listener(event.data))
}
