import { mockProblemResponse } from '../problem-answer.ts'
import { openAccount, loadAccount } from './places.ts'
import { statesOfRoute } from './state.ts'
import {
  abortRequests,
  keepToastsOpen,
  hangRequests,
  letRequestsThrough,
  mockSettings,
  returnOnline,
  SETTINGS_URL,
} from './trouble.ts'
import type { Visit } from './visit.ts'

const SIGN_INS = /\/api\/v1\/sign-ins(\?|$)/
const GOOGLE = /\/api\/v1\/sign-ins\/google(\?|$)/
const REFUSED = /Failed to load resource.*\/api\/v1\/sign-ins/
const REMOVE = 'screens/account/sign-in-method-list.tsx'
const NAMED = { provider: 'Google' }

/** The screen states of the sign-in methods: connecting and removing one. */
export const accountSignInStates = statesOfRoute('/account', 'signed-in', [
  {
    name: 'account-sign-ins-one',
    async open(visit) {
      await listed(visit, ['email'])
      await mockSettings(visit.page, { providers: [] })
      await openAccount(visit)
      await visit.see('account:signIns.emailAlways', { email: visit.musician.email })
    },
  },
  {
    name: 'account-sign-in-taken',
    after: 'account-sign-ins-one',
    covers: ['showError account:signIns.taken'],
    async open(visit) {
      await keepToastsOpen(visit.page)
      await letRequestsThrough(visit.page, SIGN_INS)
      await letRequestsThrough(visit.page, SETTINGS_URL)
      await loadAccount(visit, '/account?connect=taken&provider=google')
      await visit.see('account:signIns.taken', NAMED)
    },
  },
  {
    name: 'account-sign-in-not-connected',
    after: 'account-sign-in-taken',
    covers: ['showError account:signIns.notConnected'],
    async open(visit) {
      await loadAccount(visit, '/account?connect=cancelled&provider=google')
      await visit.see('account:signIns.notConnected')
    },
  },
  {
    name: 'account-sign-in-old-session',
    after: 'account-sign-in-not-connected',
    covers: ['showError account:signIns.signInAgain'],
    faults: REFUSED,
    async open(visit) {
      await visit.page.route(GOOGLE, route => route.fulfill(mockProblemResponse('fresh-session-required')))
      await loadAccount(visit)
      await visit.press('account:signIns.connectNamed', NAMED)
      await visit.see('account:signIns.signInAgain')
    },
  },
  {
    name: 'account-sign-in-connected',
    after: 'account-sign-in-old-session',
    covers: ['showSuccess account:signIns.connected'],
    async open(visit) {
      await listed(visit, ['email', 'google'])
      await loadAccount(visit, '/account?connect=connected&provider=google')
      await visit.button('account:signIns.removeNamed', NAMED).waitFor()
      await visit.see('account:signIns.connected')
    },
  },
  {
    name: 'account-sign-ins-offline',
    faults: REFUSED,
    async open(visit) {
      await abortRequests(visit.page, SIGN_INS)
      await openAccount(visit)
      await visit.see('account:signIns.offline')
    },
  },
  {
    name: 'account-sign-ins-loading',
    after: 'account-sign-ins-offline',
    async open(visit) {
      await hangRequests(visit.page, SIGN_INS)
      await visit.press('account:signIns.again')
      await visit.see('account:signIns.loading')
    },
  },
  {
    name: 'account-sign-ins-failed',
    after: 'account-sign-ins-loading',
    faults: REFUSED,
    async open(visit) {
      await visit.page.route(SIGN_INS, route => route.fulfill(mockProblemResponse('server-error')))
      await returnOnline(visit.page)
      await visit.see('account:signIns.failed')
    },
  },
  {
    name: 'account-sign-ins-several',
    after: 'account-sign-ins-failed',
    async open(visit) {
      await listed(visit, ['email', 'google', 'facebook', 'twitter'])
      await visit.press('account:signIns.again')
      await visit.button('account:signIns.removeNamed', { provider: 'X (Twitter)' }).waitFor()
    },
  },
  {
    name: 'account-sign-in-remove',
    after: 'account-sign-ins-several',
    covers: [REMOVE],
    async open(visit) {
      await visit.press('account:signIns.removeNamed', NAMED)
      await visit.dialog.waitFor()
    },
  },
  {
    name: 'account-sign-in-remove-offline',
    after: 'account-sign-in-remove',
    covers: [REMOVE],
    faults: REFUSED,
    open: visit => remove(visit, null, 'account:signIns.removing.fault.offline'),
  },
  {
    name: 'account-sign-in-remove-last',
    after: 'account-sign-in-remove-offline',
    covers: [REMOVE],
    faults: REFUSED,
    open: visit => remove(visit, mockProblemResponse('last-sign-in'), 'account:signIns.removing.fault.last'),
  },
  {
    name: 'account-sign-in-removed',
    after: 'account-sign-in-remove-last',
    covers: ['showSuccess account:signIns.removed'],
    async open(visit) {
      await keepToastsOpen(visit.page)
      await remove(visit, { status: 204 }, 'account:signIns.removed')
    },
  },
])

type Answer = ReturnType<typeof mockProblemResponse> | { status: 204 } | null

const since = Date.UTC(2026, 2, 14)

/** The server lists these ways in. */
async function listed({ page }: Visit, providers: readonly string[]) {
  const json = { signIns: providers.map(provider => ({ provider, since })) }
  await page.route(SIGN_INS, route =>
    route.request().method() === 'GET' ? route.fulfill({ json }) : route.fallback(),
  )
}

/** Confirms the removal, which the server answers so. */
async function remove(visit: Visit, answer: Answer, words: string) {
  await visit.page.route(GOOGLE, route => (answer === null ? route.abort() : route.fulfill(answer)))
  await visit.dialog.getByRole('button', { name: visit.t('account:signIns.removing.confirm') }).click()
  await visit.see(words)
}
