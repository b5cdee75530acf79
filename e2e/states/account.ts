import { openAccount, loadAccount } from './places.ts'
import { statesOfRoute } from './state.ts'
import { letRequestsThrough, mockSessionUser, mockSettings, SESSION_URL } from './trouble.ts'

/** The screen states of the account itself: whose it is, and what the screen shows of them. */
export const accountStates = statesOfRoute('/account', 'signed-in', [
  { name: 'account', open: openAccount },
  {
    name: 'account-shortcuts',
    after: 'account',
    covers: ['frame/shortcuts.tsx'],
    async open(visit) {
      await visit.press('account:shortcuts')
      await visit.heading('shortcuts:everywhere.title').waitFor()
    },
  },
  {
    name: 'account-picture',
    async open(visit) {
      const name = 'Maria Magdalena Wilhelmine von Brentano di Tremezzo'
      await mockSessionUser(visit.page, { name, image: '/icons/icon-any-512.svg' })
      await openAccount(visit)
      await visit.page.getByRole('heading', { name }).waitFor()
    },
  },
  {
    name: 'account-share-figures',
    after: 'account-picture',
    async open(visit) {
      await letRequestsThrough(visit.page, SESSION_URL)
      await mockSettings(visit.page, { sink: 'figures.conservatory.example.org' })
      await loadAccount(visit)
      // The name is kept from the last visit until the server answers.
      await visit.page.getByRole('heading', { name: visit.musician.email }).waitFor()
      await visit.see('account:share.what')
    },
  },
])
