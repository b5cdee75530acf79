import { accountStates } from './account.ts'
import { closeDialog, openAccount, practiceUnsynced } from './places.ts'
import { FAILED_REQUEST, statesOfRoute } from './state.ts'
import { failRequests, keepToastsOpen, SIGN_IN_CONFIRM_URL, SIGN_IN_LINKS_URL } from './trouble.ts'
import type { Visit } from './visit.ts'

const ACCOUNT = '**/api/v1/account?*'
const LOG_OUT = 'screens/account/log-out.tsx'
const DELETION_REFUSED = /Failed to load resource.*\/api\/v1\/(account\?|sign-in-links\/confirm)/
/** Source file of the dialog that deletes the account. */
export const DELETE_ACCOUNT = 'screens/account/delete-account.tsx'

/** The screen states of logging out and of deleting the account. */
export const leavingStates = statesOfRoute(
  '/account',
  'signed-in',
  [
    {
      name: 'account-log-out',
      after: 'account-shortcuts',
      covers: [LOG_OUT],
      async open(visit) {
        await closeDialog(visit)
        await visit.press('account:logOut')
        await visit.see('account:allSaved')
      },
    },
    {
      name: 'account-logged-out',
      after: 'account-share-figures',
      async open(visit) {
        await keepToastsOpen(visit.page)
        await visit.press('account:logOut')
        await confirmLogOut(visit)
        await visit.see('toast.signedOut')
        await visit.field('sign-in:email').waitFor()
      },
    },
    {
      name: 'account-log-out-unsynced',
      covers: [LOG_OUT],
      faults: FAILED_REQUEST,
      async open(visit) {
        await practiceUnsynced(visit)
        await visit.link('navigation.account').click()
        await visit.press('account:logOut')
        await visit.see('account:wouldBeLost_one')
      },
    },
    {
      name: 'account-delete',
      covers: [DELETE_ACCOUNT],
      async open(visit) {
        await openAccount(visit)
        await visit.press('account:deletion.open')
        await visit.dialog.waitFor()
      },
    },
    {
      name: 'account-delete-no-word',
      after: 'account-delete',
      covers: [DELETE_ACCOUNT],
      async open(visit) {
        await confirmDeletion(visit)
        await visit.see('account:deletion.wordMissing', { word: visit.t('account:deletion.word') })
      },
    },
    {
      name: 'account-delete-prove',
      after: 'account-delete-no-word',
      covers: [DELETE_ACCOUNT],
      faults: DELETION_REFUSED,
      async open(visit) {
        await failRequests(visit.page, ACCOUNT, 'fresh-session-required')
        await sayTheWord(visit)
        await visit.button('account:deletion.sendCode').waitFor()
      },
    },
    {
      name: 'account-delete-code',
      after: 'account-delete-prove',
      covers: [DELETE_ACCOUNT],
      faults: DELETION_REFUSED,
      async open(visit) {
        await visit.page.route(SIGN_IN_LINKS_URL, route => route.fulfill({ status: 204 }))
        await failRequests(visit.page, SIGN_IN_CONFIRM_URL, 'link-invalid')
        await visit.press('account:deletion.sendCode')
        await visit.field('account:deletion.code').fill('123456')
        await confirmDeletion(visit)
        await visit.see('account:deletion.fault.wrongCode')
      },
    },
  ],
  accountStates,
)

const confirmLogOut = ({ dialog, t }: Visit) =>
  dialog.getByRole('button', { name: t('account:logOut') }).click()

async function sayTheWord(visit: Visit) {
  const word = visit.t('account:deletion.word')
  await visit.field('account:deletion.typeWord', { word }).fill(word)
  await confirmDeletion(visit)
}

const confirmDeletion = ({ dialog, t }: Visit) =>
  dialog.getByRole('button', { name: t('account:deletion.confirm') }).click()
