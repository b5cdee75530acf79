import type { KnownRole } from '#core/plan.ts'
import { isSigningOut } from '#web/api/pending-sign-out.ts'
import { getSession, parseSessionEnd, type SessionAnswer, type UserAnswer } from '#web/api/session-calls.ts'
import { currentStore, knownRole, type KeptProfile } from '#web/store/current-store.ts'
import { lastUser, setLastUser } from '#web/store/last-user.ts'
import { savedProfile } from '#web/store/saved-profile.ts'
import { observable } from '#web/store/observable.ts'
import { syncState } from '#web/store/sync-state.ts'
import { sessionAfter, type SessionState } from './session-after.ts'
import { hearOtherTabs, type TabMessage } from './tabs.ts'

export const sessionState = observable<SessionState>({ kind: 'loading' })

let started = false

/** Counts who came and went on this page: what was asked before tells nothing of who is here after (rule SI12). */
let comings = 0

/**
 * Finds out who is signed in: the last user of this device at once, from their own database, and then whoever the
 * server says (rules SI2, SI3). Only the first call does anything.
 */
export function startSession(): void {
  if (started) return
  started = true
  hearOtherTabs(heard)
  window.addEventListener('online', () => void checkSession())
  // The server no longer knows us: ask it who we are, so that the screen can say so.
  syncState.subscribe(() => {
    const state = sessionState.get()
    if (syncState.get().kind === 'signed-out' && state.kind === 'signed-in' && !state.expired)
      void checkSession()
  })
  void heed(Promise.all([getSession(), openLastUser()]).then(([answer]) => answer))
}

/** Asks the server who is signed in and follows its answer; without one everything stays as it is. */
export const checkSession = (): Promise<void> => heed(getSession())

/** Whoever signs in here now: no older answer speaks for somebody else. */
export function arrive(user: UserAnswer): Promise<void> {
  comings += 1
  return enter(user, undefined)
}

async function heed(asked: Promise<SessionAnswer>): Promise<void> {
  const before = comings
  const answer = await asked
  if (before === comings) await follow(answer)
}

async function follow(answer: SessionAnswer): Promise<void> {
  const next = sessionAfter(sessionState.get(), answer)
  if (next.kind !== 'signed-in' || next.expired || answer.kind !== 'session') {
    sessionState.set(next)
    // The next start must not lead whoever wants to sign in again away from the sign-in screen.
    if (next.kind === 'signed-in') await currentStore.get()?.keep('profile', aboutUser(next.user, next))
    return
  }
  await enter(next.user, answer.stripeRole)
}

/** Makes a user the one of this page: their library is opened and what the server told of them kept in it. */
async function enter(user: UserAnswer, stripeRole: KnownRole): Promise<void> {
  setLastUser(user.id)
  const { openStore } = await import('#web/store/open-store.ts')
  const store = await openStore(user.id)
  await store?.keep('profile', aboutUser(user, GOES_ON))
  if (stripeRole !== undefined) {
    // What is told is kept before it is shown, and shown also where nothing can be kept.
    await store?.takeRole(stripeRole)
    knownRole.set(stripeRole)
  }
  sessionState.set({ kind: 'signed-in', user, ...GOES_ON })
}

/** Shows this page as nobody's; the database is closed, not deleted. */
export async function leave(): Promise<void> {
  comings += 1
  setLastUser(null)
  if (currentStore.get() !== null) {
    const { closeStore } = await import('#web/store/open-store.ts')
    closeStore()
  }
  sessionState.set({ kind: 'signed-out' })
}

const GOES_ON = { expired: false, ended: null }

const aboutUser = (profile: UserAnswer, { expired, ended }: Omit<KeptProfile, 'profile'>): KeptProfile => ({
  profile,
  expired,
  ended,
})

async function openLastUser(): Promise<void> {
  // Who was killed in the middle of signing out has signed out.
  const id = isSigningOut() ? null : lastUser()
  if (id === null) return
  const { openStore } = await import('#web/store/open-store.ts')
  const store = await openStore(id)
  const kept = store && (await savedProfile(store))
  if (kept && sessionState.get().kind === 'loading')
    sessionState.set({
      kind: 'signed-in',
      user: kept.profile,
      expired: kept.expired,
      ended: parseSessionEnd(kept.ended),
    })
}

function heard(message: TabMessage): void {
  const state = sessionState.get()
  if (message.kind === 'signed-out') void leave()
  else if (state.kind !== 'signed-in' || state.expired || state.user.id !== message.userId)
    void checkSession()
}
