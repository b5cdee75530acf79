import { Buffer } from 'node:buffer'
import { emulateIphoneSafari, offerInstallation } from '../offline/install-prompt.ts'
import type { PieceToFill } from '../pieces/filled-library.ts'
import { mockProblemResponse } from '../mock-problem-response.ts'
import {
  FAILED_REQUEST,
  failRequests,
  FEEDBACK_URL,
  keepToastsOpen,
  mockSettings,
  SIGN_IN_CONFIRM_URL,
  SIGN_IN_LINK_OWNER_URL,
  SIGN_IN_LINKS_URL,
} from './trouble.ts'
import type { Journey, Visit } from './visit.ts'

const NAME = 'Maria Magdalena Wilhelmine von Brentano di Tremezzo'
const DELETE_ACCOUNT = 'screens/account/delete-account.tsx'
const FEEDBACK = 'frame/feedback.tsx'

export const account: Journey = {
  routes: ['/account'],
  dialogs: [
    'frame/shortcuts.tsx',
    'screens/account/sign-in-method-list.tsx',
    'screens/account/import-dialog.tsx',
    'screens/account/log-out.tsx',
    'billing/upgrade-dialog.tsx',
    FEEDBACK,
    DELETE_ACCOUNT,
  ],
  faults: FAILED_REQUEST,
  states: {
    async account(visit) {
      const { page, musician, button, see, t } = visit
      await musician.signIn()
      await musician.become({ name: NAME, image: '/icons/icon-any-512.svg' })
      await mockSettings(page, { sink: 'figures.conservatory.example.org' })
      await mockLists(visit)
      await page.goto('/account')
      await page.getByRole('heading', { name: NAME }).waitFor()
      await offerInstallation(page, () => button('install:install').isVisible())
      await see('account:share.what')
      await button('account:signIns.removeNamed', { provider: 'X (Twitter)' }).waitFor()
      await button('account:devices.all_other', { count: 12 }).click()
      await page.getByText(t('account:devices.unknown')).waitFor()
    },
    async 'account-shortcuts'({ press, heading }) {
      await press('account:shortcuts')
      await heading('shortcuts:everywhere.title').waitFor()
    },
    async 'account-sign-in-remove-refused'({ page, closeDialog, press, pressInDialog, see }) {
      await closeDialog()
      await page.route(/\/api\/v1\/sign-ins\/google(\?|$)/, route =>
        route.fulfill(mockProblemResponse('fresh-session-required')),
      )
      await press('account:signIns.removeNamed', { provider: 'Google' })
      await pressInDialog('account:signIns.removing.confirm')
      await see('account:signIns.removing.fault.fresh', { provider: 'Google' })
    },
    async 'account-upgrade-failed'({ page, closeDialog, press, see, dialog, t }) {
      await closeDialog()
      await press('account:upgrade.open')
      await see('upgrade:noLimits')
      await failRequests(page, '**/api/v1/billing/checkout-sessions', 'billing-not-configured')
      await dialog.getByRole('button', { name: t('upgrade:month') }).click()
      await dialog.getByRole('alert').waitFor()
    },
    async 'account-import-fault'({ closeDialog, press, dialog }) {
      await closeDialog()
      await press('account:data.import')
      await chooseFile(dialog, 'date,amount\n1,2')
      await dialog.getByRole('alert').waitFor()
    },
    async 'account-import-preview'({ dialog, see }) {
      const sections = ['Exposition', '01. Aug', 'Coda'].map(name => `Waldsteinsonate op. 53,${name},168,96`)
      const others = [1, 2, 3, 4, 5].map(number => `Étude d’exécution no. ${number},,138,100`)
      const wrong = ['Ab,,120,80', 'Gigue,A,300,80', 'Gigue,B,,80']
      await chooseFile(dialog, ['name,section,goal,tempo', ...sections, ...others, ...wrong].join('\n'))
      await see('account:import.refused')
    },
    async 'feedback-failed'({ page, closeDialog, press, field, see, dialog }) {
      await closeDialog()
      await press('navigation.feedback')
      await field('feedback:label').fill('Da capo al fine, '.repeat(240).slice(0, 3999))
      await see('feedback:left_one', { count: 1 })
      await failRequests(page, FEEDBACK_URL, 'validation')
      await press('feedback:send')
      await dialog.getByRole('alert').waitFor()
    },
    async 'account-delete-no-word'({ closeDialog, press, pressInDialog, see, t }) {
      await closeDialog()
      await press('account:deletion.open')
      await pressInDialog('account:deletion.confirm')
      await see('account:deletion.wordMissing', { word: t('account:deletion.word') })
    },
    async 'account-delete-code'({ page, press, pressInDialog, field, see, t }) {
      await failRequests(page, '**/api/v1/account?*', 'fresh-session-required')
      await page.route(SIGN_IN_LINKS_URL, route => route.fulfill({ status: 204 }))
      await failRequests(page, SIGN_IN_CONFIRM_URL, 'link-invalid')
      const word = t('account:deletion.word')
      await field('account:deletion.typeWord', { word }).fill(word)
      await pressInDialog('account:deletion.confirm')
      await press('account:deletion.sendCode')
      await field('account:deletion.code').fill('123456')
      await pressInDialog('account:deletion.confirm')
      await see('account:deletion.fault.wrongCode')
    },
    async 'account-log-out'({ closeDialog, press, see }) {
      await closeDialog()
      await press('account:logOut')
      await see('account:allSaved')
    },
    async 'account-logged-out'({ page, pressInDialog, see, field }) {
      await keepToastsOpen(page)
      await pressInDialog('account:logOut')
      await see('toast.signedOut')
      await field('sign-in:email').waitFor()
    },
  },
}

export const proAccount: Journey = {
  routes: ['/confirm', '/account', '/pieces'],
  dialogs: [DELETE_ACCOUNT, FEEDBACK],
  states: {
    async 'confirm-foreign'({ page, musician, heading }) {
      await musician.signIn()
      await page.route(SIGN_IN_LINK_OWNER_URL, route =>
        route.fulfill({ json: { email: 'r…@example.org', isYours: false } }),
      )
      await page.goto(`/confirm?token=${'somebody'.repeat(6)}`)
      await heading('sign-in:confirm.foreign.title').waitFor()
    },
    async 'account-pro'(visit) {
      await visit.musician.become({ name: 'Clara Wieck', plan: 'pro' })
      await mockNewVersion(visit)
      await emulateIphoneSafari(visit.page, false)
      await visit.page.goto('/account')
      await visit.heading('account:plan.pro').waitFor()
      await visit.button('newVersion.name').waitFor()
      await visit.see('install:add')
    },
    async 'account-delete-pro'({ press, see }) {
      await press('account:deletion.open')
      await see('account:deletion.subscription')
    },
    async 'account-support'({ closeDialog, press, field }) {
      await closeDialog()
      await press('account:plan.writeToUs')
      await field('feedback:support.label').waitFor()
    },
    async 'pieces-many'({ page, musician, t, button }) {
      await musician.fillLibrary(
        Array.from({ length: 16 }, (_, place): PieceToFill => ({
          name: `The Swan ${place}`,
          importance: 1 + (place % 5),
          endTempo: 60,
          parts: [[null, 60 - place]],
          onHold: place % 5 === 4,
          ...(place % 3 === 0 && { performedIn: 7 * place }),
        })),
      )
      await page.goto('/pieces')
      await page.getByRole('searchbox', { name: t('pieces:search.label') }).waitFor()
      // The offer that 'account-pro' simulates comes late.
      await button('newVersion.name').waitFor()
    },
    async 'pieces-search'({ page, t, see }) {
      await page.getByRole('searchbox', { name: t('pieces:search.label') }).fill('swan 12')
      await see('pieces:search.found_one', { count: 1 })
    },
    async 'pieces-nothing-found'({ page, heading }) {
      await page.getByRole('searchbox').fill('swan lake')
      await heading('pieces:search.nothing.title').waitFor()
    },
    async 'pieces-menu'({ page, press, button }) {
      await page.getByRole('searchbox').fill('')
      await press('pieces:menu.of', { piece: 'The Swan 0' })
      await button('pieces:menu.select').waitFor()
    },
    async 'pieces-selecting'({ page, press, button }) {
      if (!(await button('pieces:menu.select').isVisible()))
        await press('pieces:menu.of', { piece: 'The Swan 0' })
      await press('pieces:menu.select')
      await page.getByRole('checkbox', { name: 'The Swan 1', exact: true }).check({ force: true })
    },
  },
}

async function mockLists({ page }: Visit) {
  const day = 86_400_000
  const providers = ['email', 'google', 'facebook', 'twitter']
  const signIns = providers.map(provider => ({ provider, since: Date.UTC(2026, 2, 14) }))
  const sessions = Array.from({ length: 12 }, (_, index) => ({
    id: `device-${index}`,
    createdAt: Date.now() - (index + 1) * 11 * day,
    lastSeenAt: Date.now() - index * 5 * day,
    browser: index === 3 ? null : (['Firefox', 'Samsung Internet', 'Safari'][index % 3] ?? null),
    system: index === 3 ? null : (['Linux', 'Android', 'iPhone'][index % 3] ?? null),
    current: index === 0,
  }))
  await page.route(/\/api\/v1\/sign-ins(\?|$)/, route => route.fulfill({ json: { signIns } }))
  await page.route(/\/api\/v1\/sessions(\?|$)/, route => route.fulfill({ json: { sessions } }))
}

const chooseFile = (dialog: Visit['dialog'], text: string) =>
  dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'my-pieces.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

/** Mocks a waiting service worker, because the tests of the states run without service workers. */
async function mockNewVersion({ page }: Visit): Promise<void> {
  await page.addInitScript(() => {
    const worker = Object.assign(new EventTarget(), { state: 'installed', postMessage() {} })
    const registration = Object.assign(new EventTarget(), {
      installing: null,
      waiting: worker,
      update: async () => registration,
    })
    const container = Object.assign(new EventTarget(), {
      controller: worker,
      register: async () => registration,
      getRegistration: async () => registration,
    })
    Object.defineProperty(navigator, 'serviceWorker', { value: container })
  })
}
