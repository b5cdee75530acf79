import type { StripeRoleOrUnknown } from '#core/plan/plan.ts'
import { isSignOutPending, abortUserRequests } from '#web/api/send-request.ts'
import {
  getSession,
  parseSessionEnd,
  type SessionResponse,
  type UserResponse,
} from '#web/api/session-calls.ts'
import type { DeviceLibrary } from '#web/store/device-library.ts'
import type { PersistedProfile } from '#web/store/store-interface.ts'
import { hasPageUserChanged, lastUserId, loadPersistedProfile, setLastUserId } from '#web/store/last-user.ts'
import type { Analytics } from '#web/analytics/analytics.ts'
import { createObservable } from '#web/concurrency/observable.ts'
import { sleep } from '#web/concurrency/waiting.ts'
import { signInStateAfterResponse, type SignInState } from './sign-in-state-after.ts'
import { forgetSentSignInLink } from './sent-link.ts'
import type { UserIdentity } from './user-identity.ts'
import { broadcastToTabs, listenToTabs, type TabMessage } from './tab-messages.ts'

// Maximum wait for the database in milliseconds. After that, screens show that the library is loading.
const LONGEST_WAIT_MS = 1000

// A page that is being left is gone within this time in milliseconds.
const LEAVING_MS = 1000

/**
 * How long the screen stays empty if no user is known on this device and the server does not answer, in milliseconds.
 */
const PRESUME_GUEST_MS = 2000

/**
 * Creates the state that says who is signed in, initially 'loading', with the functions that change it. Sends no
 * request and opens no database until `restore` is called.
 */
export function createUserIdentity(device: DeviceLibrary, analytics: Analytics): UserIdentity {
  const { store, sync } = device
  const state = createObservable<SignInState>({ kind: 'loading' })
  /** Incremented on every sign-in and sign-out on this page. Responses to earlier requests are ignored (rule SI13). */
  let generation = 0
  /** How many times the server was asked who is signed in, and the number of the latest question with an answer. */
  let [questions, answered] = [0, 0]
  /** Settles with the work of this page that may end the session, such as deleting the account. */
  let ending: Promise<unknown> = Promise.resolve()

  function restore(): void {
    listenToTabs(onTabMessage)
    // A page that slept may have missed the message. Registered first, so that it runs before sync and feedback resume.
    window.addEventListener('focus', noticeLeaving)
    document.addEventListener('visibilitychange', noticeLeaving)
    window.addEventListener('online', () => {
      noticeLeaving()
      void refresh()
    })
    // The server has rejected the session. The response tells why, and the screen can show it.
    sync.state.subscribe(() => {
      const current = state.get()
      if (sync.state.get().kind !== 'signed-out' || current.kind !== 'signed-in' || current.expired) return
      if (!noticeLeaving()) void refresh()
    })
    handleSession(firstAnswer()).catch(noteFailedLoad)
    if (expectedUser() === null) setTimeout(presumeGuest, PRESUME_GUEST_MS)
  }

  /**
   * Shows the visitor as signed out if the server takes too long, so that they can sign in meanwhile (rule SI2). A user
   * that the server has named is no guest, though the state does not know them before their library is open.
   */
  function presumeGuest(): void {
    if (state.get().kind === 'loading' && answered === 0) state.set({ kind: 'signed-out', isPresumed: true })
  }

  /** Returns the server's first response. Waits for the local database unless the response names a user. */
  async function firstAnswer(): Promise<SessionResponse> {
    const known = openLastUser()
    // Also here, because it may be rejected before the response arrives.
    known.catch(noteFailedLoad)
    const answer = await getSession()
    if (answer.kind !== 'session' || answer.user === null) await known
    return answer
  }

  /**
   * Lets screens show that the code for the local database could not be loaded (rule UI12). Waits, because a page that
   * is being left cannot load code either.
   */
  function noteFailedLoad(failure: unknown): void {
    setTimeout(() => {
      const current = state.get()
      const isUnknown = current.kind === 'loading' || (current.kind === 'signed-out' && current.isPresumed)
      if (isUnknown) state.set({ kind: 'loading', failure })
    }, LEAVING_MS)
  }

  const refresh = (): Promise<void> => handleSession(getSession())

  function refreshAfterSignIn(): Promise<void> {
    generation += 1
    return refresh()
  }

  function setSignedIn(user: UserResponse): Promise<void> {
    generation += 1
    return enter(user, undefined)
  }

  function startWorkAfterSignIn(userId: string): void {
    broadcastToTabs({ kind: 'signed-in', userId })
    void sync.syncNow()
    // The network failed, or the page is being left. The next sign-in deletes them.
    clearAway(userId).catch(() => {})
  }

  async function handleSession(asked: Promise<SessionResponse>): Promise<void> {
    const before = generation
    const question = ++questions
    const answer = await asked
    await ending
    // An answer to an earlier question says less than the one that is there already (rule SI13).
    if (before !== generation || question < answered) return
    if (answer.kind === 'session') answered = question
    await follow(answer)
  }

  async function follow(answer: SessionResponse): Promise<void> {
    const next = signInStateAfterResponse(state.get(), answer)
    if (next.kind !== 'signed-in' || next.expired || answer.kind !== 'session') {
      state.set(next)
      // Stored, so that after a reload the user can still reach the sign-in screen.
      if (next.kind === 'signed-in') await store.get()?.storeValue('profile', aboutUser(next.user, next))
      return
    }
    await enter(next.user, answer.stripeRole)
  }

  /**
   * Sets the user of this page, opens their library and stores their profile in it. Shows who is signed in without
   * waiting for a slow database (rule ST24).
   */
  async function enter(user: UserResponse, stripeRole: StripeRoleOrUnknown): Promise<void> {
    // A signed-in user no longer needs the address for a sign-in link or its code (rule SI8).
    forgetSentSignInLink()
    const before = { generation, answered }
    const isCurrent = () => before.generation === generation && before.answered === answered
    setLastUserId(user.id)
    await Promise.race([keepUser(user, stripeRole, isCurrent), sleep(LONGEST_WAIT_MS)])
    if (!isCurrent()) return
    if (stripeRole !== undefined) device.role.set(stripeRole)
    state.set({ kind: 'signed-in', user, ...GOES_ON })
  }

  async function keepUser(
    user: UserResponse,
    stripeRole: StripeRoleOrUnknown,
    isCurrent: () => boolean,
  ): Promise<void> {
    const { openStore } = await device.loadOpener()
    const opened = isCurrent() ? await openStore(user.id) : null
    if (!isCurrent()) return
    await opened?.storeValue('profile', aboutUser(user, GOES_ON))
    // Stored before it is shown. If it cannot be stored, it is shown all the same.
    if (stripeRole !== undefined) await opened?.saveRole(stripeRole)
  }

  /**
   * Signs this page out if its user has signed out in another tab whose message was missed (rule SI13). Returns true if
   * so.
   */
  function noticeLeaving(): boolean {
    const current = state.get()
    const isGone =
      current.kind === 'signed-in' && lastUserId() === null && hasPageUserChanged(current.user.id)
    if (isGone) void followSignOut()
    return isGone
  }

  /** Signs this page out after a sign-out in another tab. */
  async function followSignOut(): Promise<void> {
    const before = generation
    await ending
    if (before === generation) await setSignedOut()
  }

  function postponeNewsDuring<T>(work: () => Promise<T>): Promise<T> {
    const running = work()
    ending = running.catch(() => undefined)
    return running
  }

  async function setSignedOut(): Promise<void> {
    generation += 1
    abortUserRequests()
    // A page that slept during the sign-out must not remove a user who has signed in since.
    const left = store.get()?.userId
    if (left === undefined || !hasPageUserChanged(left)) setLastUserId(null)
    if (store.get() !== null) {
      const { closeStore } = await device.loadOpener()
      closeStore()
    }
    state.set({ kind: 'signed-out', isPresumed: false })
  }

  async function openLastUser(): Promise<void> {
    const id = expectedUser()
    if (id === null) return
    const { openStore } = await device.loadOpener()
    const opened = await openStore(id)
    const kept = opened && (await loadPersistedProfile(opened))
    if (kept && state.get().kind === 'loading')
      state.set({
        kind: 'signed-in',
        user: kept.profile,
        expired: kept.expired,
        ended: parseSessionEnd(kept.ended),
      })
  }

  function onTabMessage(message: TabMessage): void {
    const current = state.get()
    if (message.kind === 'signed-out') void followSignOut()
    else if (current.kind !== 'signed-in' || current.expired || current.user.id !== message.userId)
      void refreshAfterSignIn()
  }

  return {
    state,
    device,
    analytics,
    restore,
    refresh,
    refreshAfterSignIn,
    setSignedIn,
    startWorkAfterSignIn,
    postponeNewsDuring,
    setSignedOut,
  }
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

const clearAway = (userId: string) =>
  import('#web/store/delete-library.ts').then(code => code.deleteOtherLibraries(userId))

/** Returns the id of the last user of this device; null if there is none or a sign-out is pending. */
const expectedUser = () => (isSignOutPending() ? null : lastUserId())
