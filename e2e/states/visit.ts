import type { Locator, Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { fillHistory } from '../history/filled-history.ts'
import { fillLibrary } from '../pieces/filled-library.ts'
import { signInByCode, type Musician } from '../musician.ts'
import { createTextByKey, type TextLookup } from './words.ts'

type Named = (key: string, values?: Parameters<TextLookup>[1]) => Locator

/** The methods of a musician that screen states use. */
export type StateVisitor = Pick<Musician, 'email' | 'signIn' | 'fillLibrary' | 'fillHistory'>

/** Creates a musician who has no account yet. */
export function newVisitor(page: Page, origin: string): StateVisitor {
  const email = `clara-${randomUUID().slice(0, 8)}@example.org`
  return {
    email,
    signIn: () => signInByCode(page.request, origin, email),
    fillLibrary: pieces => fillLibrary(page.request, origin, pieces),
    fillHistory: (past, now) => fillHistory(page.request, origin, past, now),
  }
}

/** A musician on a page in one language. Elements are found by the keys of their texts. */
export type Visit = {
  readonly page: Page
  readonly musician: StateVisitor
  readonly t: TextLookup
  readonly button: Named
  readonly link: Named
  readonly field: Named
  readonly number: Named
  readonly heading: Named
  /** The dialog that is open. */
  readonly dialog: Locator
  readonly press: (key: string, values?: Parameters<TextLookup>[1]) => Promise<void>
  /** Waits until these words are seen. */
  readonly see: (key: string, values?: Parameters<TextLookup>[1]) => Promise<void>
}

/** Creates a visit in a language, as chosen on an earlier visit. Call it before the page is opened. */
export async function createVisit(page: Page, musician: StateVisitor, language: string): Promise<Visit> {
  await page.addInitScript(chosen => {
    // A page without an origin has no storage.
    if (location.protocol.startsWith('http')) localStorage.setItem('i18nextLng', chosen)
  }, language)
  // What does not come within this time does not come: nobody should wait a minute for each state that is lost.
  page.setDefaultTimeout(20_000)
  page.setDefaultNavigationTimeout(45_000)
  const t = createTextByKey(language)
  const by =
    (role: Parameters<Page['getByRole']>[0]): Named =>
    (key, values) =>
      page.getByRole(role, { name: t(key, values), exact: true })
  return {
    page,
    musician,
    t,
    button: by('button'),
    link: by('link'),
    field: by('textbox'),
    number: by('spinbutton'),
    heading: by('heading'),
    dialog: page.locator('dialog[open]'),
    press: (key, values) => by('button')(key, values).first().click(),
    see: (key, values) => page.getByText(t(key, values)).first().waitFor(),
  }
}
