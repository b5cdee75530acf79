import { mockProblemResponse } from '../problem-answer.ts'
import { openAccount, loadAccount } from './places.ts'
import { statesOfRoute } from './state.ts'
import { abortRequests, hangRequests, keepToastsOpen, returnOnline } from './trouble.ts'
import type { Visit } from './visit.ts'

const DEVICES = /\/api\/v1\/sessions(\/.*)?$/
const REFUSED = /Failed to load resource.*\/api\/v1\/sessions/

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
    name: 'account-devices-loading',
    after: 'account-devices-offline',
    async open(visit) {
      await hangRequests(visit.page, DEVICES)
      await visit.press('account:devices.again')
      await visit.see('account:devices.loading')
    },
  },
  {
    name: 'account-devices-many',
    after: 'account-devices-loading',
    async open(visit) {
      await listed(visit, 11)
      await returnOnline(visit.page)
      await visit.press('account:devices.all_other', { count: 12 })
      await visit.page.getByText(visit.t('account:devices.unknown')).waitFor()
    },
  },
  {
    name: 'account-device-ended',
    after: 'account-devices-many',
    covers: ['showSuccess account:devices.ended'],
    async open(visit) {
      await keepToastsOpen(visit.page)
      await listed(visit, 1)
      await loadAccount(visit)
      await endFirst(visit)
      await visit.see('account:devices.ended')
    },
  },
  {
    name: 'account-devices-ended',
    after: 'account-device-ended',
    covers: ['showSuccess account:devices.othersEnded'],
    async open(visit) {
      await listed(visit, 2)
      await loadAccount(visit)
      await visit.press('account:devices.endOthers')
      await visit.see('account:devices.othersEnded')
    },
  },
  {
    name: 'account-device-not-ended',
    after: 'account-devices-ended',
    covers: ['showError common:toast.offline'],
    faults: REFUSED,
    async open(visit) {
      await listed(visit, 1, null)
      await loadAccount(visit)
      await endFirst(visit)
      await visit.see('toast.offline')
    },
  },
  {
    name: 'account-devices-old-sign-in',
    after: 'account-device-not-ended',
    covers: ['showError account:devices.signInAgain'],
    faults: REFUSED,
    async open(visit) {
      await listed(visit, 1, mockProblemResponse('fresh-session-required'))
      await loadAccount(visit)
      await endFirst(visit)
      await visit.see('account:devices.signInAgain')
    },
  },
])

type Answer = ReturnType<typeof mockProblemResponse> | { status: 204 } | null

/** The server lists this device and so many others, and answers so to whoever signs out there. */
const listed = ({ page }: Visit, others: number, answer: Answer = { status: 204 }) =>
  page.route(DEVICES, route => {
    if (route.request().method() === 'GET')
      return route.fulfill({ json: { sessions: manyDevices().slice(0, others + 1) } })
    return answer === null ? route.abort() : route.fulfill(answer)
  })

/** Signs out on the first of the other devices. */
const endFirst = ({ page, t }: Visit) =>
  page
    .getByRole('button', { name: t('account:devices.end') })
    .first()
    .click()

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
