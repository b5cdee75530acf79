import { mockProblemResponse } from '../problem-answer.ts'
import { openAccount, practiceUnsynced } from './places.ts'
import { FAILED_REQUEST, statesOfRoute } from './state.ts'
import {
  SIGN_IN_CONFIRM_URL,
  abortRequests,
  keepToastsOpen,
  hangRequests,
  failRequests,
  SIGN_IN_LINKS_URL,
  SYNC_URL,
  mockSessionUser,
} from './trouble.ts'
import type { Visit } from './visit.ts'

const ACCOUNT = '**/api/v1/account?*'
const DEVICES = /\/api\/v1\/sessions(\/.*)?$/
const DELETE_ACCOUNT = 'screens/account/delete-account-dialog.tsx'

/** The screen states of the device list and of deleting the account. */
export const accountDeviceStates = statesOfRoute('/account', 'signed-in', [
  {
    name: 'account-devices-many',
    async open(visit) {
      await visit.page.route(DEVICES, route => route.fulfill({ json: { sessions: manyDevices() } }))
      await openAccount(visit)
      await visit.press('account:devices.all_other', { count: 12 })
      await visit.page.getByText(visit.t('account:devices.unknown')).waitFor()
    },
  },
  {
    name: 'account-devices-loading',
    async open(visit) {
      await hangRequests(visit.page, DEVICES)
      await openAccount(visit)
      await visit.see('account:devices.loading')
    },
  },
  {
    name: 'account-devices-offline',
    faults: FAILED_REQUEST,
    async open(visit) {
      await abortRequests(visit.page, DEVICES)
      await openAccount(visit)
      await visit.see('account:devices.offline')
    },
  },
  {
    name: 'account-device-ended',
    covers: ['showSuccess account:devices.ended'],
    open: visit => endingDevices(visit, 1, 'account:devices.end', 'account:devices.ended'),
  },
  {
    name: 'account-devices-ended',
    covers: ['showSuccess account:devices.othersEnded'],
    open: visit => endingDevices(visit, 2, 'account:devices.endOthers', 'account:devices.othersEnded'),
  },
  {
    name: 'account-device-not-ended',
    covers: ['showError common:toast.offline'],
    faults: FAILED_REQUEST,
    async open(visit) {
      await endingDevices(visit, 1, 'account:devices.end', 'toast.offline', null)
    },
  },
  {
    name: 'account-devices-old-sign-in',
    covers: ['showError account:devices.signInAgain'],
    faults: FAILED_REQUEST,
    async open(visit) {
      const refusal = mockProblemResponse('fresh-session-required')
      await endingDevices(visit, 1, 'account:devices.end', 'account:devices.signInAgain', refusal)
    },
  },
  {
    name: 'account-delete',
    covers: [DELETE_ACCOUNT],
    open: visit => deleting(visit),
  },
  {
    name: 'account-delete-pro',
    covers: [DELETE_ACCOUNT],
    async open(visit) {
      await mockSessionUser(visit.page, { stripeRole: 'pro' })
      await hangRequests(visit.page, SYNC_URL)
      await openAccount(visit)
      await visit.heading('account:plan.pro').waitFor()
      await visit.press('account:deletion.open')
      await visit.see('account:deletion.subscription')
    },
  },
  {
    name: 'account-delete-unsynced',
    covers: [DELETE_ACCOUNT],
    faults: FAILED_REQUEST,
    async open(visit) {
      await abortRequests(visit.page, '**/api/v1/feedback')
      await practiceUnsynced(visit)
      await visit.link('navigation.account').click()
      await visit.press('navigation.feedback')
      await visit.field('feedback:label').fill('The click is dry.')
      await visit.press('feedback:send')
      await visit.see('feedback:kept.signal')
      await visit.press('account:deletion.open')
      await visit.see('account:deletion.unsynced_one')
      await visit.see('account:deletion.letters_one')
    },
  },
  {
    name: 'account-delete-no-word',
    after: 'account-delete',
    covers: [DELETE_ACCOUNT],
    async open(visit) {
      await confirm(visit)
      await visit.see('account:deletion.wordMissing', { word: visit.t('account:deletion.word') })
    },
  },
  {
    name: 'account-delete-offline',
    after: 'account-delete-no-word',
    covers: [DELETE_ACCOUNT],
    faults: FAILED_REQUEST,
    async open(visit) {
      await abortRequests(visit.page, ACCOUNT)
      await sayTheWord(visit)
      await visit.see('account:deletion.fault.offline')
    },
  },
  {
    name: 'account-delete-prove',
    after: 'account-delete-offline',
    covers: [DELETE_ACCOUNT],
    faults: FAILED_REQUEST,
    async open(visit) {
      await failRequests(visit.page, ACCOUNT, 'fresh-session-required')
      await confirm(visit)
      await visit.button('account:deletion.sendCode').waitFor()
    },
  },
  {
    name: 'account-delete-code',
    after: 'account-delete-prove',
    covers: [DELETE_ACCOUNT],
    faults: FAILED_REQUEST,
    async open(visit) {
      await visit.page.route(SIGN_IN_LINKS_URL, route => route.fulfill({ status: 204 }))
      await failRequests(visit.page, SIGN_IN_CONFIRM_URL, 'link-invalid')
      await visit.press('account:deletion.sendCode')
      await visit.field('account:deletion.code').fill('123456')
      await confirm(visit)
      await visit.see('account:deletion.fault.wrongCode')
    },
  },
  {
    name: 'account-deleted',
    covers: ['showSignedOut account:deletion.farewell'],
    // What crosses the deletion on its way, and the stream that ends with it, may be refused.
    faults: /401 \(Unauthorized\) \(.*\/api\/v1\/(events|live)\)$/,
    async open(visit) {
      await keepToastsOpen(visit.page)
      await deleting(visit)
      await sayTheWord(visit)
      await visit.see('account:deletion.farewell')
      await visit.field('sign-in:email').waitFor()
    },
  },
])

async function deleting(visit: Visit) {
  await openAccount(visit)
  await visit.press('account:deletion.open')
  await visit.dialog.waitFor()
}

async function sayTheWord(visit: Visit) {
  const word = visit.t('account:deletion.word')
  await visit.field('account:deletion.typeWord', { word }).fill(word)
  await confirm(visit)
}

const confirm = ({ dialog, t }: Visit) =>
  dialog.getByRole('button', { name: t('account:deletion.confirm') }).click()

/** Signs out elsewhere, where there are so many other devices. */
async function endingDevices(
  visit: Visit,
  others: number,
  button: string,
  words: string,
  answer: ReturnType<typeof mockProblemResponse> | { status: 204 } | null = { status: 204 },
) {
  await keepToastsOpen(visit.page)
  const sessions = manyDevices().slice(0, others + 1)
  await visit.page.route(DEVICES, route => {
    if (route.request().method() === 'GET') return route.fulfill({ json: { sessions } })
    return answer === null ? route.abort() : route.fulfill(answer)
  })
  await openAccount(visit)
  await visit.page
    .getByRole('button', { name: visit.t(button) })
    .first()
    .click()
  await visit.see(words)
}

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
