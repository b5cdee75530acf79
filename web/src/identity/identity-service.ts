import { createContext, use } from 'react'
import type { StripeRoleOrUnknown } from '#core/plan/plan.ts'
import { getSession } from '#core/protocol/operations.ts'
import type { RemoteSessionEndReason } from '#core/protocol/sign-in.ts'
import type { UsageEventWithoutTime } from '#core/protocol/usage-event.ts'
import type { Analytics } from '#web/analytics/analytics.ts'
import { call, type CallResult } from '#web/api/call.ts'
import { isSignOutPending } from '#web/api/send-request.ts'
import { createObservable, requireProvided, useObservable } from '#web/concurrency/observable.ts'
import { sleep } from '#web/concurrency/waiting.ts'
import {
  hasPageUserChanged,
  LAST_USER_KEY,
  readLastUserId,
  loadPersistedProfile,
  type PersistedProfile,
  storeLastUserId,
} from '#web/store/last-user.ts'
import { type LibraryServices, useLibraryServices } from '#web/store/library-services.ts'
import { forgetSentSignInLink } from './sent-sign-in-link.ts'

export const IdentityContext = createContext<IdentityService | null>(null)

export const useIdentityService = (): IdentityService => requireProvided(use(IdentityContext))

export const useSignInState = (): SignInState => useObservable(useIdentityService().state)

/** Returns the user even if their session has expired or was ended elsewhere. */
export function useUser(): User | null {
  const state = useSignInState()
  return 'user' in state ? state.user : null
}

export const useKnownStripeRole = (): StripeRoleOrUnknown => useObservable(useLibraryServices().role)

export type User = PersistedProfile['profile']

export type SignInState =
  | { readonly kind: 'unknown'; readonly failure?: unknown }
  | { readonly kind: 'guest'; readonly isPresumed: boolean }
  /** 'signed-in-offline': the device remembers the user; the server has not responded yet. */
  | { readonly kind: 'signed-in' | 'signed-in-offline'; readonly user: User }
  /** Unless `because` is 'expired', the user's local data must be deleted (D18). */
  | { readonly kind: 'ended'; readonly user: User; readonly because: 'expired' | RemoteSessionEndReason }

export type SignInStateEvent =
  | { readonly kind: 'remembered'; readonly by: PersistedProfile }
  | { readonly kind: 'answered'; readonly user: User | null; readonly ended: RemoteSessionEndReason | null }
  | { readonly kind: 'unanswered' }
  | { readonly kind: 'waited' }
  | { readonly kind: 'not-loaded'; readonly failure: unknown }
  | { readonly kind: 'browser-user'; readonly userId: string | null }

export function nextSignInState(
  state: SignInState,
  event: SignInStateEvent,
  pageUser: string | null,
): SignInState | 'reload' {
  switch (event.kind) {
    case 'remembered':
      return state.kind === 'unknown' ? rememberedState(event.by) : state
    case 'answered':
      if (event.user === null) return withoutUser(state, event.ended)
      if (pageUser !== null && event.user.id !== pageUser) return 'reload'
      return { kind: 'signed-in', user: event.user }
    case 'unanswered':
      return state.kind === 'unknown' ? GUEST : state
    case 'waited':
      return state.kind === 'unknown' && pageUser === null ? { kind: 'guest', isPresumed: true } : state
    case 'not-loaded': {
      const isUnknown = state.kind === 'unknown' || (state.kind === 'guest' && state.isPresumed)
      return isUnknown ? { kind: 'unknown', failure: event.failure } : state
    }
    case 'browser-user':
      return event.userId === pageUser ? state : 'reload'
  }
}

const GUEST: SignInState = { kind: 'guest', isPresumed: false }

function rememberedState({ profile, ended }: PersistedProfile): SignInState {
  if (ended === null) return { kind: 'signed-in-offline', user: profile }
  const isKnown = ended === 'session-revoked' || ended === 'account-deleted'
  return { kind: 'ended', user: profile, because: isKnown ? ended : 'expired' }
}

function withoutUser(state: SignInState, ended: RemoteSessionEndReason | null): SignInState {
  if (!('user' in state)) return GUEST
  // The server reports the reason only once.
  const before = state.kind === 'ended' ? state.because : 'expired'
  return { kind: 'ended', user: state.user, because: ended ?? before }
}

// How long screens wait for the database, in ms; then they show that the library is loading.
const LONGEST_WAIT_MS = 1000

// A page that is being left is gone within this time in ms.
const LEAVING_MS = 1000

const PRESUME_GUEST_MS = 2000

export type IdentityService = ReturnType<typeof createIdentityService>

export function createIdentityService(device: LibraryServices, analytics: Analytics) {
  const { store, sync } = device
  const state = createObservable<SignInState>({ kind: 'unknown' })
  let pageUser: string | null = null
  let [questions, answered] = [0, 0]
  let isEnding = false

  function restore(): void {
    // A tab that was closed during a sign-out has not forgotten the user.
    if (isSignOutPending()) storeLastUserId(null)
    pageUser = readLastUserId()
    window.addEventListener('storage', ({ key }) => {
      if (key === LAST_USER_KEY || key === null) followBrowserUser()
    })
    // A page that slept may have missed the event. Registered before sync, so that sync sends nothing for a former user.
    window.addEventListener('focus', followBrowserUser)
    document.addEventListener('visibilitychange', followBrowserUser)
    window.addEventListener('online', () => {
      followBrowserUser()
      void refresh()
    })
    sync.state.subscribe(followSync)
    handle(firstAnswer()).catch(noteFailedLoad)
    setTimeout(() => dispatch({ kind: 'waited' }), PRESUME_GUEST_MS)
  }

  function dispatch(event: SignInStateEvent): void {
    if (isEnding) return
    const next = nextSignInState(state.get(), event, pageUser)
    if (next !== 'reload') return state.set(next)
    close()
    location.reload()
  }

  function followBrowserUser(): void {
    const isChanged = pageUser === null ? readLastUserId() !== null : hasPageUserChanged(pageUser)
    dispatch({ kind: 'browser-user', userId: isChanged ? readLastUserId() : pageUser })
  }

  function followSync(): void {
    const phase = sync.state.get().kind
    const { kind } = state.get()
    const isNews = kind === 'ended' ? phase === 'synced' : phase === 'signed-out' && kind !== 'guest'
    if (!isNews) return
    followBrowserUser()
    void refresh()
  }

  async function firstAnswer(): Promise<CallResult<typeof getSession>> {
    const known = pageUser === null ? Promise.resolve() : openLastUser(pageUser)
    // Handled here, too, because it may be rejected before the response arrives.
    known.catch(noteFailedLoad)
    const answer = await call(getSession, {})
    if (answer.kind !== 'answer' || answer.body.user === null) await known
    return answer
  }

  async function openLastUser(userId: string): Promise<void> {
    const opened = await device.openStore(userId)
    const by = opened && (await loadPersistedProfile(opened))
    if (by !== null) dispatch({ kind: 'remembered', by })
  }

  function noteFailedLoad(failure: unknown): void {
    setTimeout(() => dispatch({ kind: 'not-loaded', failure }), LEAVING_MS)
  }

  const refresh = (): Promise<void> => handle(call(getSession, {}))

  async function handle(asked: Promise<CallResult<typeof getSession>>): Promise<void> {
    const question = ++questions
    const answer = await asked
    // An answer to an earlier question must not replace a newer one (rule SI13).
    if (isEnding || question < answered) return
    if (answer.kind !== 'answer') return dispatch({ kind: 'unanswered' })
    answered = question
    const { user, ended, stripeRole } = answer.body
    if (user !== null) return enter(user, stripeRole)
    dispatch({ kind: 'answered', user, ended })
    const next = state.get()
    // Stored, so that after a reload the user can still reach the sign-in screen.
    if (next.kind === 'ended') await storeProfile(next.user, next.because)
  }

  /** If this page was opened for another user, loads the app anew and never resolves. */
  async function signIn(user: User, event: UsageEventWithoutTime): Promise<void> {
    answered = ++questions
    if (isOfAnother(user.id)) return handOver(user, event)
    await enter(user, undefined)
    analytics.trackEvent(event)
    void refresh()
    void sync.syncNow()
    void deleteOthersSyncedData(user.id)
  }

  async function handOver({ id }: User, event: UsageEventWithoutTime): Promise<void> {
    close()
    storeLastUserId(id)
    analytics.trackEvent(event)
    await Promise.race([deleteOthersSyncedData(id), sleep(LONGEST_WAIT_MS)])
    location.replace('/practice')
    return new Promise(() => {})
  }

  const isOfAnother = (userId: string) => pageUser !== null && pageUser !== userId

  async function enter(user: User, stripeRole: StripeRoleOrUnknown): Promise<void> {
    // A signed-in user no longer needs the address for a sign-in link or its code (rule SI8).
    forgetSentSignInLink()
    // Before a reload, which then begins with this user.
    storeLastUserId(user.id)
    const shown: SignInStateEvent = { kind: 'answered', user, ended: null }
    if (isOfAnother(user.id)) return dispatch(shown)
    pageUser = user.id
    const before = answered
    await Promise.race([keepUser(user, stripeRole), sleep(LONGEST_WAIT_MS)])
    if (before !== answered) return
    if (stripeRole !== undefined) device.role.set(stripeRole)
    dispatch(shown)
  }

  async function keepUser(user: User, stripeRole: StripeRoleOrUnknown): Promise<void> {
    const opened = await device.openStore(user.id)
    await storeProfile(user, null)
    // Stored before it is shown. If it cannot be stored, it is shown all the same.
    if (stripeRole !== undefined) await opened?.saveRole(stripeRole)
  }

  const storeProfile = async (profile: User, ended: string | null) =>
    store.get()?.storeValue('profile', { profile, ended })

  async function ignoreNewsDuring<T>(work: () => Promise<T>): Promise<T> {
    isEnding = true
    try {
      return await work()
    } finally {
      isEnding = false
      followBrowserUser()
    }
  }

  function close(): void {
    isEnding = true
    state.set({ kind: 'unknown' })
    store.get()?.close()
    store.set(null)
  }

  return { state, device, analytics, restore, refresh, signIn, ignoreNewsDuring, close }
}

/** If this fails, for example because the code cannot be loaded, the next sign-in deletes the data. */
const deleteOthersSyncedData = (userId: string) =>
  import('#web/store/delete-local-user-data.ts')
    .then(code => code.deleteOtherUsersSyncedData(userId))
    .catch(() => {})
