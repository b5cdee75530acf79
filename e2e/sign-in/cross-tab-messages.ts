/* oxlint-disable typescript/unbound-method -- a method of the browser is replaced, and called on its own object */
import type { Page } from '@playwright/test'

/** Blocks messages from other tabs, as if the page was suspended or in the back/forward cache. */
export const blockCrossTabMessages = (page: Page) =>
  page.addInitScript(() => {
    BroadcastChannel.prototype.addEventListener = () => {}
    const { addEventListener } = window
    window.addEventListener = function (...args: Parameters<typeof addEventListener>) {
      if (args[0] !== 'storage') addEventListener.apply(this, args)
    }
  })
