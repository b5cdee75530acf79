import type { i18n } from 'i18next'
import { FALLBACK_LANGUAGE } from '#core/protocol/languages.ts'
import { RETENTION_PERIODS, TERMS_NOTICE_DAYS, WITHDRAWAL_DAYS } from '#core/library/retention.ts'
import { MAX_FREE_PARTS_PER_PIECE, MAX_FREE_PIECES } from '#core/plan/plan.ts'
import { priceForLanguage, formatPrice } from '#core/plan/prices.ts'
import { SIGN_IN_CODE_LIFETIME_SECONDS, SIGN_IN_LINK_LIFETIME_SECONDS } from '#core/protocol/sign-in.ts'
import type { ServerSettings } from '#web/api/server-settings.ts'

export type LegalSection = {
  readonly key: string
  readonly title: string
  readonly paragraphs: readonly string[]
}

const CONDITIONS = {
  // Test payments do not reach Stripe, and nothing is sold (D8).
  billing: settings => settings.billing && !settings.testPayments,
  noBilling: settings => !settings.billing || settings.testPayments,
  sharing: settings => settings.sink !== null,
  widget: settings => settings.widget !== null,
} satisfies Record<string, (settings: ServerSettings) => boolean>

const SECTION_NEEDS: Readonly<Record<string, keyof typeof CONDITIONS>> = { withdrawal: 'billing' }

/** Empty until the texts are loaded. Without server settings, lists only what applies to every server. */
export function listLegalSections(
  i18n: i18n,
  text: 'privacy' | 'terms',
  settings: ServerSettings | null,
): LegalSection[] {
  const texts = translatedSections(i18n, text, settings)
  if (texts === null) return []
  const holds = (name: keyof typeof CONDITIONS) => settings !== null && CONDITIONS[name](settings)
  return Object.entries(texts).flatMap(([key, { title, paragraphs, ...conditional }]) => {
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

/** Translates each paragraph by itself, because i18next's `returnObjects` omits untranslated ones. */
function translatedSections(i18n: i18n, text: string, settings: ServerSettings | null): Texts | null {
  const values = legalTextParams(i18n.resolvedLanguage ?? FALLBACK_LANGUAGE, settings)
  const t = i18n.getFixedT(null, 'legal')
  const translated = (shape: unknown, key: string): unknown => {
    if (Array.isArray(shape)) return shape.map((part, index) => translated(part, `${key}.${index}`))
    // English has the key, because the shape is made of its texts.
    if (typeof shape !== 'object' || shape === null) return t(key as 'contents', values)
    return Object.fromEntries(
      Object.entries(shape).map(([name, part]) => [name, translated(part, `${key}.${name}`)]),
    )
  }
  const key = `${text}.sections`
  const shape: unknown = i18n.languages
    .map(language => i18n.getResource(language, 'legal', key))
    .findLast(found => found !== undefined)
  return shape === undefined ? null : (translated(shape, key) as Texts)
}

const legalTextParams = (language: string, settings: ServerSettings | null) => ({
  ...RETENTION_PERIODS,
  linkMinutes: SIGN_IN_LINK_LIFETIME_SECONDS / 60,
  codeMinutes: SIGN_IN_CODE_LIFETIME_SECONDS / 60,
  noticeDays: TERMS_NOTICE_DAYS,
  withdrawalDays: WITHDRAWAL_DAYS,
  pieces: MAX_FREE_PIECES,
  parts: MAX_FREE_PARTS_PER_PIECE,
  monthly: formatPrice(priceForLanguage('month', language), language),
  yearly: formatPrice(priceForLanguage('year', language), language),
  sink: settings?.sink ?? '',
  widget:
    settings?.widget === undefined || settings.widget === null ? '' : new URL(settings.widget.script).host,
})
