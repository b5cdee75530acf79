import { mockProblemResponse } from '../problem-answer.ts'
import { openAccount } from './places.ts'
import { FAILED_REQUEST, statesOfRoute } from './state.ts'
import { abortRequests, keepToastsOpen, hangRequests } from './trouble.ts'
import type { Visit } from './visit.ts'

const SIGN_INS = /\/api\/v1\/sign-ins(\?|$)/
const GOOGLE = /\/api\/v1\/sign-ins\/google(\?|$)/
const QUESTION = 'frame/confirm-connection-dialog.tsx'
const REMOVE = 'screens/account/remove-sign-in-dialog.tsx'
const NAMED = { provider: 'Google' }

/** The screen states of the sign-in methods: connecting, confirming and removing one. */
export const accountSignInStates = statesOfRoute('/account', 'signed-in', [
  {
    name: 'account-sign-ins-several',
    async open(visit) {
      await listed(visit, ['email', 'google', 'facebook', 'twitter'])
      await openAccount(visit)
      await visit.button('account:signIns.removeNamed', { provider: 'X (Twitter)' }).waitFor()
    },
  },
  {
    name: 'account-sign-ins-one',
    async open(visit) {
      await listed(visit, ['email'])
      await visit.page.route('**/api/v1/config', async route => {
        const response = await route.fetch()
        const told = (await response.json()) as object
        await route.fulfill({ response, json: { ...told, providers: [] } })
      })
      await openAccount(visit)
      await visit.see('account:signIns.emailAlways', { email: visit.musician.email })
    },
  },
  {
    name: 'account-sign-ins-loading',
    async open(visit) {
      await hangRequests(visit.page, SIGN_INS)
      await openAccount(visit)
      await visit.see('account:signIns.loading')
    },
  },
  {
    name: 'account-sign-ins-offline',
    faults: FAILED_REQUEST,
    async open(visit) {
      await abortRequests(visit.page, SIGN_INS)
      await openAccount(visit)
      await visit.see('account:signIns.offline')
    },
  },
  {
    name: 'account-sign-ins-failed',
    faults: FAILED_REQUEST,
    async open(visit) {
      await visit.page.route(SIGN_INS, route => route.fulfill(mockProblemResponse('server-error')))
      await openAccount(visit)
      await visit.see('account:signIns.failed')
    },
  },
  {
    name: 'account-sign-in-taken',
    covers: ['showError account:signIns.taken'],
    async open(visit) {
      await keepToastsOpen(visit.page)
      await openAccount(visit, '/account?connect=taken&provider=google')
      await visit.see('account:signIns.taken', NAMED)
    },
  },
  {
    name: 'account-sign-in-not-connected',
    covers: ['showError account:signIns.notConnected'],
    async open(visit) {
      await keepToastsOpen(visit.page)
      await openAccount(visit, '/account?connect=cancelled&provider=google')
      await visit.see('account:signIns.notConnected')
    },
  },
  {
    name: 'account-sign-in-old-session',
    covers: ['showError account:signIns.signInAgain'],
    faults: FAILED_REQUEST,
    async open(visit) {
      await keepToastsOpen(visit.page)
      await visit.page.route(GOOGLE, route => route.fulfill(mockProblemResponse('fresh-session-required')))
      await openAccount(visit)
      await visit.press('account:signIns.connectNamed', NAMED)
      await visit.see('account:signIns.signInAgain')
    },
  },
  {
    name: 'account-sign-in-question',
    covers: [QUESTION],
    open: asked,
  },
  {
    name: 'account-sign-in-question-nameless',
    covers: [QUESTION],
    open: visit => asked(visit, null),
  },
  {
    name: 'account-sign-in-question-offline',
    after: 'account-sign-in-question',
    covers: [QUESTION],
    faults: FAILED_REQUEST,
    open: visit => connect(visit, null, 'account:signIns.asking.fault.offline'),
  },
  {
    name: 'account-sign-in-question-refused',
    after: 'account-sign-in-question-offline',
    covers: [QUESTION],
    faults: FAILED_REQUEST,
    open: visit => connect(visit, mockProblemResponse('sign-in-taken'), 'account:signIns.asking.fault.taken'),
  },
  {
    name: 'account-sign-in-question-too-late',
    covers: [QUESTION],
    faults: FAILED_REQUEST,
    async open(visit) {
      await asked(visit)
      await connect(visit, mockProblemResponse('not-found'), 'account:signIns.asking.fault.gone')
    },
  },
  {
    name: 'account-sign-in-connected',
    covers: ['showSuccess account:signIns.connected'],
    async open(visit) {
      await keepToastsOpen(visit.page)
      await asked(visit)
      await connect(visit, { status: 204 }, 'account:signIns.connected')
    },
  },
  {
    name: 'account-sign-in-remove',
    covers: [REMOVE],
    open: removing,
  },
  {
    name: 'account-sign-in-remove-offline',
    after: 'account-sign-in-remove',
    covers: [REMOVE],
    faults: FAILED_REQUEST,
    open: visit => remove(visit, null, 'account:signIns.removing.fault.offline'),
  },
  {
    name: 'account-sign-in-remove-last',
    after: 'account-sign-in-remove-offline',
    covers: [REMOVE],
    faults: FAILED_REQUEST,
    open: visit => remove(visit, mockProblemResponse('last-sign-in'), 'account:signIns.removing.fault.last'),
  },
  {
    name: 'account-sign-in-removed',
    covers: ['showSuccess account:signIns.removed'],
    async open(visit) {
      await keepToastsOpen(visit.page)
      await removing(visit)
      await remove(visit, { status: 204 }, 'account:signIns.removed')
    },
  },
])

type Answer = ReturnType<typeof mockProblemResponse> | { status: 204 } | null

const since = Date.UTC(2026, 2, 14)

/** The server lists these ways in, and what is to be asked about. */
async function listed(
  { page }: Visit,
  providers: readonly string[],
  pending: { key: string; provider: string; email: string | null } | null = null,
) {
  const json = { signIns: providers.map(provider => ({ provider, since })), pending }
  await page.route(SIGN_INS, route =>
    route.request().method() === 'GET' ? route.fulfill({ json }) : route.fallback(),
  )
}

/** The question stands, of an address as long as addresses get. */
async function asked(
  visit: Visit,
  email: string | null = `${'wolfgang.amadeus.'.repeat(3)}mozart@example.org`,
) {
  await visit.page.addInitScript(() => {
    if (location.protocol.startsWith('http')) document.cookie = 'dacapo.asks=1; path=/'
  })
  await listed(visit, ['email'], { key: 'question', provider: 'google', email })
  await openAccount(visit)
  await visit.dialog.waitFor()
}

/** Says yes to the question, which the server answers so. */
async function connect(visit: Visit, answer: Answer, words: string) {
  await visit.page.route(SIGN_INS, route => {
    if (route.request().method() === 'GET') return route.fallback()
    return answer === null ? route.abort() : route.fulfill(answer)
  })
  await visit.dialog
    .getByRole('button', { name: visit.t('account:signIns.asking.confirm'), exact: true })
    .click()
  await visit.see(words)
}

async function removing(visit: Visit) {
  await listed(visit, ['email', 'google'])
  await openAccount(visit)
  await visit.press('account:signIns.removeNamed', NAMED)
  await visit.dialog.waitFor()
}

/** Confirms the removal, which the server answers so. */
async function remove(visit: Visit, answer: Answer, words: string) {
  await visit.page.route(GOOGLE, route => (answer === null ? route.abort() : route.fulfill(answer)))
  await visit.dialog.getByRole('button', { name: visit.t('account:signIns.removing.confirm') }).click()
  await visit.see(words)
}
