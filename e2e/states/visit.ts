import type { Locator, Page } from '@playwright/test'
import type { Musician } from '../musician.ts'
import { createTextByKey, type TextLookup } from './text-lookup.ts'

type Locate = (key: string, values?: Parameters<TextLookup>[1]) => Locator

export type Visit = {
  readonly page: Page
  readonly musician: Omit<Musician, 'secondDevice'>
  readonly t: TextLookup
  readonly button: Locate
  readonly link: Locate
  readonly field: Locate
  readonly number: Locate
  readonly heading: Locate
  readonly dialog: Locator
  readonly press: (key: string, values?: Parameters<TextLookup>[1]) => Promise<void>
  readonly pressInDialog: (key: string) => Promise<void>
  readonly see: (key: string, values?: Parameters<TextLookup>[1]) => Promise<void>
  readonly closeDialog: () => Promise<void>
}

export type Journey = {
  /** Paths of ROUTES in web/src/app/routes.tsx; `*` is an unknown address. */
  readonly routes: readonly string[]
  readonly dialogs?: readonly string[]
  readonly faults?: RegExp
  /** Each function leads from the previous state to this one and resolves when everything is rendered. */
  readonly states: Readonly<Record<string, (visit: Visit) => Promise<unknown>>>
}

/** Call it before the page is opened. */
export async function createVisit(page: Page, musician: Visit['musician'], language: string): Promise<Visit> {
  await page.addInitScript(chosen => {
    // A page without an origin has no storage.
    if (location.protocol.startsWith('http')) localStorage.setItem('i18nextLng', chosen)
  }, language)
  // Shorter than the defaults, so that a broken state fails soon.
  page.setDefaultTimeout(20_000)
  page.setDefaultNavigationTimeout(45_000)
  const t = createTextByKey(language)
  const by =
    (role: Parameters<Page['getByRole']>[0], scope: Page | Locator = page): Locate =>
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
