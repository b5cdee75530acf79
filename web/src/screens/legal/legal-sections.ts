import { LIFETIMES, NOTICE_DAYS, WITHDRAWAL_DAYS } from '#core/lifetimes.ts'
import { FREE_PARTS, FREE_PIECES } from '#core/plan.ts'
import { priceOf, priceText } from '#core/prices.ts'
import { LINK_SECONDS } from '#core/sign-in.ts'
import type { ServerSettings } from '#web/api/use-server-settings.ts'

export type LegalSection = {
  readonly key: string
  readonly title: string
  readonly paragraphs: readonly string[]
}

/** What a text says only where the server is set up for it. */
const CONDITIONS = {
  // Payments that are only tests reach no Stripe, and nothing is sold (D8).
  billing: settings => settings.billing && !settings.testPayments,
  noBilling: settings => !settings.billing || settings.testPayments,
  sharing: settings => settings.sink !== null,
  widget: settings => settings.widget !== null,
} satisfies Record<string, (settings: ServerSettings) => boolean>

/** Whole sections that make sense only under a condition. */
const SECTION_NEEDS: Readonly<Record<string, keyof typeof CONDITIONS>> = { withdrawal: 'billing' }

/**
 * The sections of a legal text as this server must show them; until its settings are known, what holds everywhere.
 * `texts` is the part of a file of texts that holds the sections by their keys, with all values put in.
 */
export function sectionsOf(texts: unknown, settings: ServerSettings | null): LegalSection[] {
  // Texts that are late have their key in their place (rule UI5).
  if (typeof texts !== 'object') return []
  const holds = (name: keyof typeof CONDITIONS) => settings !== null && CONDITIONS[name](settings)
  return Object.entries(texts as Texts).flatMap(([key, { title, paragraphs, ...conditional }]) => {
    const need = SECTION_NEEDS[key]
    if (need !== undefined && !holds(need)) return []
    const more = Object.entries(conditional).flatMap(([name, added]) =>
      holds(name as keyof typeof CONDITIONS) ? added : [],
    )
    return [{ key, title, paragraphs: [...paragraphs, ...more] }]
  })
}

type Texts = Readonly<
  Record<string, { title: string; paragraphs: string[] } & { [name in keyof typeof CONDITIONS]?: string[] }>
>

/** The numbers of the texts, from where the server takes them too (rule LG4). */
export const legalValues = (language: string, settings: ServerSettings | null) => ({
  ...LIFETIMES,
  linkMinutes: LINK_SECONDS / 60,
  noticeDays: NOTICE_DAYS,
  withdrawalDays: WITHDRAWAL_DAYS,
  pieces: FREE_PIECES,
  parts: FREE_PARTS,
  monthly: priceText(priceOf('month', language), language),
  yearly: priceText(priceOf('year', language), language),
  sink: settings?.sink ?? '',
  widget:
    settings?.widget === undefined || settings.widget === null ? '' : new URL(settings.widget.script).host,
})
