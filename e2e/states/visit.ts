import type { Locator, Page } from '@playwright/test'
import type { Musician } from '../musician.ts'
import { createTextByKey, type TextLookup } from './words.ts'

type Named = (key: string, values?: Parameters<TextLookup>[1]) => Locator

/** A musician on a page in one language. Elements are found by the keys of their texts. */
export type Visit = {
  readonly page: Page
  readonly musician: Omit<Musician, 'secondDevice'>
  readonly t: TextLookup
  readonly button: Named
  readonly link: Named
  readonly field: Named
  readonly number: Named
  readonly heading: Named
  /** The dialog that is open. */
  readonly dialog: Locator
  readonly press: (key: string, values?: Parameters<TextLookup>[1]) => Promise<void>
  /** Presses a button of the open dialog. */
  readonly pressInDialog: (key: string) => Promise<void>
  /** Waits until these words are seen. */
  readonly see: (key: string, values?: Parameters<TextLookup>[1]) => Promise<void>
  readonly closeDialog: () => Promise<void>
}

/** Visible states of the product that one page shows one after the other. */
export type Journey = {
  /** Paths of ROUTES in web/src/app/routes.tsx that it comes to; `*` is an address that is none of ours. */
  readonly routes: readonly string[]
  /** The dialogs that it opens, by the file that draws them. */
  readonly dialogs?: readonly string[]
  /** What the browser reports on its console meanwhile. */
  readonly faults?: RegExp
  /** The way to each state from the one before, as a musician comes there; it resolves when everything stands. */
  readonly states: Readonly<Record<string, (visit: Visit) => Promise<unknown>>>
}

/** Creates a visit in a language, as chosen on an earlier visit. Call it before the page is opened. */
export async function createVisit(page: Page, musician: Visit['musician'], language: string): Promise<Visit> {
  await page.addInitScript(chosen => {
    // A page without an origin has no storage.
    if (location.protocol.startsWith('http')) localStorage.setItem('i18nextLng', chosen)
  }, language)
  // What does not come within this time does not come: nobody should wait a minute for each state that is lost.
  page.setDefaultTimeout(20_000)
  page.setDefaultNavigationTimeout(45_000)
  const t = createTextByKey(language)
  const by =
    (role: Parameters<Page['getByRole']>[0], scope: Page | Locator = page): Named =>
    (key, values) =>
      scope.getByRole(role, { name: t(key, values), exact: true })
  const dialog = page.locator('dialog[open]')
  return {
    page,
    musician,
    t,
    button: by('button'),
    link: by('link'),
    field: by('textbox'),
    number: by('spinbutton'),
    heading: by('heading'),
    dialog,
    press: (key, values) => by('button')(key, values).first().click(),
    pressInDialog: key => by('button', dialog)(key).click(),
    see: (key, values) => page.getByText(t(key, values)).first().waitFor(),
    async closeDialog() {
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    },
  }
}
