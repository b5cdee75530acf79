import type { RoleOrUnknown } from '#core/plan/plan.ts'
import { isSignOutPending } from '#web/api/pending-sign-out.ts'
import { abortUserRequests } from '#web/api/request-abort.ts'
import {
  getSession,
  parseSessionEnd,
  type SessionResponse,
  type UserResponse,
} from '#web/api/session-calls.ts'
import { currentStore, lastReportedRole, type PersistedProfile } from '#web/store/current-store.ts'
import { hasUserChanged, lastUserId, setLastUserId } from '#web/store/last-user.ts'
import { loadSavedProfile } from '#web/store/saved-profile.ts'
import { createObservable } from '#web/concurrency/observable.ts'
import { syncState } from '#web/store/sync-state.ts'
import { sessionAfter, type SessionState } from './session-after.ts'
import { forgetEmail } from './remembered-email.ts'
import { listenToTabs, type TabMessage } from './tabs.ts'

/** The session as this device knows it. */
export const sessionState = createObservable<SessionState>({ kind: 'loading' })

// Screens that stand before their library is open say that it is being loaded.
const LONGEST_WAIT_MS = 1000

let started = false

/** So long the screen stays empty for somebody whom this device does not know, while the server does not answer. */
const PRESUME_GUEST_MS = 2000

/** Counts who came and went on this page: what was asked before tells nothing of who is here after (rule SI12). */
let comings = 0

/**
 * Finds out who is signed in: the last user of this device at once, from their own database, and then whoever the
 * server says (rules SI2, SI3). Only the first call does anything.
 */
export function startSession(): void {
  if (started) return
  started = true
  listenToTabs(heard)
  // A page that slept may have missed it. Before sync and letters wake up, which are put up after this.
  for (const event of ['focus', 'pageshow']) window.addEventListener(event, noticeLeaving)
  document.addEventListener('visibilitychange', noticeLeaving)
  window.addEventListener('pageshow', ({ persisted }) => persisted && noticeComing())
  window.addEventListener('online', () => {
    noticeLeaving()
    void checkSession()
  })
  // The server no longer knows us: ask it who we are, so that the screen can say so.
  syncState.subscribe(() => {
    const state = sessionState.get()
    if (syncState.get().kind !== 'signed-out' || state.kind !== 'signed-in' || state.expired) return
    if (!noticeLeaving()) void checkSession()
  })
  void heed(firstAnswer())
  if (expectedUser() === null) setTimeout(presumeGuest, PRESUME_GUEST_MS)
}

/** Nobody is known here and the server takes its time: whoever it is can sign in meanwhile (rule SI20). */
function presumeGuest(): void {
  if (sessionState.get().kind === 'loading') sessionState.set({ kind: 'signed-out', isPresumed: true })
}

/** The server's answer to a page that begins: only one that names the user can do without what this device knows. */
async function firstAnswer(): Promise<SessionResponse> {
  const known = openLastUser()
  const answer = await getSession()
  if (answer.kind !== 'session' || answer.user === null) await known
  return answer
}

/** Asks the server who is signed in and follows its answer; without one everything stays as it is. */
export const checkSession = (): Promise<void> => heed(getSession())

/** Somebody has signed in here in a way that does not tell who: asks, and no older answer counts any more (rule SI12). */
export function checkArrival(): Promise<void> {
  comings += 1
  return checkSession()
}

/** Whoever signs in here now: no older answer speaks for somebody else. */
export function setSignedInUser(user: UserResponse): Promise<void> {
  comings += 1
  return enter(user, undefined)
}

async function heed(asked: Promise<SessionResponse>): Promise<void> {
  const before = comings
  const answer = await asked
  if (before === comings) await follow(answer)
}

async function follow(answer: SessionResponse): Promise<void> {
  const next = sessionAfter(sessionState.get(), answer)
  if (next.kind !== 'signed-in' || next.expired || answer.kind !== 'session') {
    sessionState.set(next)
    // The next start must not lead whoever wants to sign in again away from the sign-in screen.
    if (next.kind === 'signed-in') await currentStore.get()?.persist('profile', aboutUser(next.user, next))
    return
  }
  await enter(next.user, answer.stripeRole)
}

/**
 * Makes a user the one of this page: their library is opened and what the server told of them kept in it. Who is
 * signed in does not wait for a database that is slow or does not answer (rule ST24).
 */
async function enter(user: UserResponse, stripeRole: RoleOrUnknown): Promise<void> {
  // Whoever is signed in follows no link any more, whichever way they came (rule SI5).
  forgetEmail()
  const before = comings
  const isCurrent = () => before === comings
  setLastUserId(user.id)
  await Promise.race([keepUser(user, stripeRole, isCurrent), slowDatabase()])
  if (!isCurrent()) return
  if (stripeRole !== undefined) lastReportedRole.set(stripeRole)
  sessionState.set({ kind: 'signed-in', user, ...GOES_ON })
}

async function keepUser(
  user: UserResponse,
  stripeRole: RoleOrUnknown,
  isCurrent: () => boolean,
): Promise<void> {
  const { openStore } = await import('#web/store/open-store.ts')
  const store = isCurrent() ? await openStore(user.id) : null
  await store?.persist('profile', aboutUser(user, GOES_ON))
  // What is told is kept before it is shown, and shown also where nothing can be kept.
  if (stripeRole !== undefined) await store?.saveRole(stripeRole)
}

const slowDatabase = () => new Promise<void>(resolve => setTimeout(resolve, LONGEST_WAIT_MS))

/** Did the user of this page sign out in another tab, unheard by this one? Then it is nobody's from now on (rule SI13). */
function noticeLeaving(): boolean {
  const state = sessionState.get()
  const isGone = state.kind === 'signed-in' && lastUserId() === null && hasUserChanged(state.user.id)
  if (isGone) void setSignedOut()
  return isGone
}

/** A page in the back/forward cache hears nothing: when it returns, somebody else may be signed in (rule SI14). */
function noticeComing(): void {
  const state = sessionState.get()
  const shown = state.kind === 'signed-in' ? state.user.id : null
  const userId = lastUserId()
  if (userId !== null && userId !== shown) void checkSession()
}

/** Shows this page as nobody's; the database is closed, not deleted. */
export async function setSignedOut(): Promise<void> {
  comings += 1
  abortUserRequests()
  // Who slept through it must not forget somebody who has signed in since.
  const left = currentStore.get()?.userId
  if (left === undefined || !hasUserChanged(left)) setLastUserId(null)
  if (currentStore.get() !== null) {
    const { closeStore } = await import('#web/store/open-store.ts')
    closeStore()
  }
  sessionState.set({ kind: 'signed-out', isPresumed: false })
}

const GOES_ON = { expired: false, ended: null }

const aboutUser = (
  profile: UserResponse,
  { expired, ended }: Omit<PersistedProfile, 'profile'>,
): PersistedProfile => ({
  profile,
  expired,
  ended,
})

/** The last user of this device, or null; who was killed in the middle of signing out has signed out. */
const expectedUser = () => (isSignOutPending() ? null : lastUserId())

async function openLastUser(): Promise<void> {
  const id = expectedUser()
  if (id === null) return
  const { openStore } = await import('#web/store/open-store.ts')
  const store = await openStore(id)
  const kept = store && (await loadSavedProfile(store))
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
  if (message.kind === 'signed-out') void setSignedOut()
  else if (state.kind !== 'signed-in' || state.expired || state.user.id !== message.userId)
    void checkArrival()
}
