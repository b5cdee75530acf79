/* oxlint-disable typescript/unbound-method -- a method of the browser is replaced, and called on its own object */
import type { Page } from '@playwright/test'

/** Lets a page hear nothing of other tabs, as one that sleeps or lies in the back/forward cache. */
export const makeDeaf = (page: Page) =>
  page.addInitScript(() => {
    BroadcastChannel.prototype.addEventListener = () => {}
    const { addEventListener } = window
    window.addEventListener = function (...heard: Parameters<typeof addEventListener>) {
      if (heard[0] !== 'storage') addEventListener.apply(this, heard)
    }
  })
