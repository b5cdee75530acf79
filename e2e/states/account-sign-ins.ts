import { mockProblemResponse } from '../problem-answer.ts'
import { openAccount } from './places.ts'
import { statesOfRoute } from './state.ts'
import { abortRequests, returnOnline } from './trouble.ts'
import type { Visit } from './visit.ts'

const SIGN_INS = /\/api\/v1\/sign-ins(\?|$)/
const DEVICES = /\/api\/v1\/sessions(\/.*)?$/
const GOOGLE = /\/api\/v1\/sign-ins\/google(\?|$)/
const REFUSED = /Failed to load resource.*\/api\/v1\/(sessions|sign-ins)/
const REMOVE = 'screens/account/sign-in-method-list.tsx'
const NAMED = { provider: 'Google' }

/** The screen states of the sign-in methods: connecting and removing one. */
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
    name: 'account-sign-in-remove',
    after: 'account-sign-ins-several',
    covers: [REMOVE],
    async open(visit) {
      await visit.press('account:signIns.removeNamed', NAMED)
      await visit.dialog.waitFor()
    },
  },
  {
    name: 'account-sign-in-remove-refused',
    after: 'account-sign-in-remove',
    covers: [REMOVE],
    faults: REFUSED,
    async open(visit) {
      await visit.page.route(GOOGLE, route => route.fulfill(mockProblemResponse('fresh-session-required')))
      await visit.dialog.getByRole('button', { name: visit.t('account:signIns.removing.confirm') }).click()
      await visit.see('account:signIns.removing.fault.fresh')
    },
  },
])

/** The server lists these ways in. */
async function listed({ page }: Visit, providers: readonly string[]) {
  const json = { signIns: providers.map(provider => ({ provider, since: Date.UTC(2026, 2, 14) })) }
  await page.route(SIGN_INS, route =>
    route.request().method() === 'GET' ? route.fulfill({ json }) : route.fallback(),
  )
}

/** The screen states of the list of signed-in devices. */
export const accountDeviceStates = statesOfRoute('/account', 'signed-in', [
  {
    name: 'account-devices-offline',
    faults: REFUSED,
    async open(visit) {
      await abortRequests(visit.page, DEVICES)
      await openAccount(visit)
      await visit.see('account:devices.offline')
    },
  },
  {
    name: 'account-devices-many',
    after: 'account-devices-offline',
    async open(visit) {
      await visit.page.route(DEVICES, route => route.fulfill({ json: { sessions: manyDevices() } }))
      await returnOnline(visit.page)
      await visit.press('account:devices.all_other', { count: 12 })
      await visit.page.getByText(visit.t('account:devices.unknown')).waitFor()
    },
  },
])

/** Twelve of them, of the longest names, unknown ones, and of long ago. */
function manyDevices() {
  const day = 86_400_000
  return Array.from({ length: 12 }, (_, index) => ({
    id: `device-${index}`,
    createdAt: Date.now() - (index + 1) * 11 * day,
    lastSeenAt: Date.now() - index * 5 * day,
    browser: index === 3 ? null : (['Firefox', 'Samsung Internet', 'Safari'][index % 3] ?? null),
    system: index === 3 ? null : (['Linux', 'Android', 'iPhone'][index % 3] ?? null),
    current: index === 0,
  }))
}
