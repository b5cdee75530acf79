import { statesOfRoute } from './state.ts'

const NOT_LOADED = /Failed to load resource|dynamically imported module|preload CSS/
const ACCOUNT_CODE = /\/assets\/account-[^/]*\.js$/

/** The screen states of a screen that is broken or cannot be loaded, in the frame around it. */
export const frameStates = statesOfRoute('/account', 'signed-in', [
  {
    name: 'screen-broken',
    faults: /a false note/,
    async open(visit) {
      await visit.page.route(ACCOUNT_CODE, route =>
        route.fulfill({
          contentType: 'text/javascript',
          body: 'export const Account = () => { throw new Error("a false note") }',
        }),
      )
      await visit.musician.signIn()
      await visit.page.goto('/account')
      await visit.heading('failure.broken.title').waitFor()
    },
  },
  {
    name: 'screen-not-loaded',
    after: 'screen-broken',
    faults: NOT_LOADED,
    async open(visit) {
      await visit.page.route(ACCOUNT_CODE, route => route.abort())
      await visit.page.goto('/practice')
      // A new version may be what is missing, so the page is loaded anew once.
      const reloaded = visit.page.waitForEvent('load')
      await visit.link('navigation.account').click()
      await reloaded
      await visit.heading('failure.notLoaded.title').waitFor()
    },
  },
])
