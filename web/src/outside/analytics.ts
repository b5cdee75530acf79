import type { NewEvent } from '#core/usage-event.ts'
import { currentStore, type OpenStore } from '#web/store/current-store.ts'
import { lastUser } from '#web/store/last-user.ts'

/** Something that was done, when and by whom. */
export type Happened = {
  readonly event: NewEvent
  /** Milliseconds of the device's clock. */
  readonly at: number
  /** Null for a guest. */
  readonly userId: string | null
  /** Where it waits until it is sent; null for guests, and where the browser has no database. */
  readonly store: OpenStore | null
  /** Whether a guest's visit began on an earlier page. */
  readonly hasComeBack: boolean
}

// More than anybody does before the rest of the program is there.
const MOST_HELD = 100

const happened: Happened[] = []
let hasComeBack = false
let delivery: Promise<typeof import('./analytics-delivery.ts')> | null = null

/**
 * Counts something that was done (spec 7, D12). Never throws and never waits: what keeps and sends events is loaded
 * when the page has nothing better to do. Nothing is counted for whoever asks not to be tracked (rule AN8).
 */
export function report(event: NewEvent): void {
  if (wantsNoCounting() || happened.length === MOST_HELD) return
  const store = currentStore.get()
  happened.push({ event, at: Date.now(), userId: store?.userId ?? lastUser(), store, hasComeBack })
  if (delivery === null) whenIdle(() => void deliver())
  else void deliver()
}

/** Tells that the visit of whoever comes here began elsewhere: when the sign-in link was asked for (rule AN2). */
export function continueVisit(): void {
  hasComeBack = true
}

/** Sends what waits, in one attempt of a few seconds: somebody is about to leave for good. Never rejects. */
export async function sendEvents(): Promise<void> {
  if (wantsNoCounting()) return
  await deliver()
  await delivery?.then(({ sendBeforeLeaving }) => sendBeforeLeaving())
}

async function deliver(): Promise<void> {
  try {
    delivery ??= import('./analytics-delivery.ts')
    const { take } = await delivery
    take(happened.splice(0))
  } catch {
    // The network went before the rest of the program was there: the next event tries again.
    delivery = null
  }
}

function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: 2000 })
  else setTimeout(work)
}

/** Do Not Track or Global Privacy Control, as this browser was set (rule AN8). */
export const wantsNoCounting = (): boolean =>
  navigator.doNotTrack === '1' ||
  ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true)
