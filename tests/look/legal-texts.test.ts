import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import { RETENTION_PERIODS, TERMS_NOTICE_DAYS, WITHDRAWAL_DAYS } from '#core/library/retention.ts'
import { SIGN_IN_CODE_LIFETIME_SECONDS, SIGN_IN_LINK_LIFETIME_SECONDS } from '#core/protocol/sign-in.ts'
import { legalSections, type LegalSection } from '#web/screens/legal/legal-sections.ts'

const LANGUAGES = ['en', 'de'] as const
const TEXTS = ['privacy', 'terms'] as const
const BARE = {
  mailbox: 'none' as const,
  providers: [],
  operator: { name: null, address: null, email: null },
  billing: false,
  testPayments: false,
  widget: null,
  sink: null,
}
const FULL = {
  ...BARE,
  billing: true,
  sink: 'figures.example',
  widget: {
    script: 'https://widget.example/load/abc',
    ids: { nav: { de: 'a', en: 'b' }, done: { de: 'c', en: 'd' } },
  },
}

test.each(LANGUAGES)('[LG1] %s promises logs of about 30 days and 30 days of notice', language => {
  const thirty = language === 'en' ? /about 30 days/ : /etwa 30 Tagen/
  expect(wordsOf(language, 'privacy')).toMatch(thirty)
  expect(wordsOf(language, 'terms')).toMatch(language === 'en' ? /at least 30 days/ : /mindestens 30 Tage/)
})

// Each promise of a time in the texts, and the number that a job or the thing itself goes by.
const PROMISES = [
  ['privacy', /within (\d+) minutes/, /der Link (\d+) und/, SIGN_IN_LINK_LIFETIME_SECONDS / 60],
  ['privacy', /code within (\d+);/, /der Code (\d+) Minuten lang/, SIGN_IN_CODE_LIFETIME_SECONDS / 60],
  [
    'privacy',
    /at the latest (\d+) days after it began/,
    /spätestens (\d+) Tage nach/,
    RETENTION_PERIODS.sessionMostDays,
  ],
  ['privacy', /or (\d+) days after your last visit/, /oder (\d+) Tage nach/, RETENTION_PERIODS.sessionDays],
  [
    'privacy',
    /applied are deleted after (\d+) days/,
    /ausgeführt hat, werden nach (\d+)/,
    RETENTION_PERIODS.changeDays,
  ],
  ['privacy', /is deleted (\d+) days later/, /(\d+) Tage später gelöscht/, RETENTION_PERIODS.deletedDays],
  ['privacy', /deleted after (\d+) years/, /nach (\d+) Jahren gelöscht/, RETENTION_PERIODS.feedbackYears],
  ['privacy', /deleted after (\d+) months/, /nach (\d+) Monaten gelöscht/, RETENTION_PERIODS.eventMonths],
  [
    'privacy',
    /counters are deleted after (\d+) hours/,
    /Zähler werden nach (\d+) Stunden/,
    RETENTION_PERIODS.counterHours,
  ],
  ['privacy', /after about (\d+) days/, /nach etwa (\d+) Tagen/, RETENTION_PERIODS.logDays],
  ['privacy', /signed in, for (\d+) days/, /bis (\d+) Tage nach/, RETENTION_PERIODS.sessionDays],
  [
    'privacy',
    /browser, for (\d+) minutes/,
    /Browser, (\d+) Minuten lang/,
    SIGN_IN_CODE_LIFETIME_SECONDS / 60,
  ],
  ['privacy', /remembers for (\d+) days/, /merkt sich bis (\d+) Tage/, RETENTION_PERIODS.knownBrowserDays],
  [
    'privacy',
    /holds it for (\d+) days/,
    /enthält ein viertes sie (\d+) Tage/,
    RETENTION_PERIODS.languageDays,
  ],
  [
    'privacy',
    /what happened, for at most (\d+) days/,
    /höchstens (\d+) Tage lang, und/,
    RETENTION_PERIODS.sessionDays,
  ],
  ['terms', /changes .* at least (\d+) days/, /Änderungen .* mindestens (\d+) Tage/, TERMS_NOTICE_DAYS],
  ['terms', /end the contract with (\d+) days/, /mit (\d+) Tagen Frist/, TERMS_NOTICE_DAYS],
  ['terms', /close Dacapo, .* (\d+) days/, /Dacapo schließen, .* (\d+) Tage/, TERMS_NOTICE_DAYS],
  ['terms', /withdraw .* within (\d+) days/, /innerhalb von (\d+) Tagen nach der/, WITHDRAWAL_DAYS],
  ['terms', /paid within (\d+) days/, /innerhalb von (\d+) Tagen zurück/, WITHDRAWAL_DAYS],
] as const

test.each(PROMISES)('[DB12] %s: %s and %s promise what is kept', (text, english, german, days) => {
  expect(english.exec(wordsOf('en', text))?.[1]).toBe(String(days))
  expect(german.exec(wordsOf('de', text))?.[1]).toBe(String(days))
})

test.each(LANGUAGES)('[DB12] no time in the texts of %s stands there as a mere number', language => {
  // Articles of the law, the age of consent and counts in words aside, every number is put in.
  for (const text of TEXTS) {
    const raw = JSON.stringify(rawTexts(language)[text].sections)
    const numbers = raw.replaceAll(/(Art\.|Abs\.|\() ?\d+\)?( \(\d\))?|(under|unter) 16/g, '').match(/\d+/g)
    expect([text, numbers]).toEqual([text, null])
  }
})

test.each([
  ['en', /You delete it yourself/, /Stripe keeps your payments/],
  ['de', /Du löschst es selbst/, /bewahrt Stripe/],
] as const)(
  '[LG7] the Privacy Policy of %s says how an account is deleted and what is left',
  (language, how, left) => {
    expect(wordsOf(language, 'privacy')).toMatch(how)
    expect(wordsOf(language, 'privacy')).toMatch(left)
    expect(wordsOf(language, 'privacy', BARE)).not.toMatch(left)
  },
)

test.each(LANGUAGES)('[LG7] %s speaks of payment, sharing and a widget only where there is one', language => {
  for (const text of TEXTS) {
    expect(wordsOf(language, text, BARE)).not.toMatch(
      /Stripe|Stripe Payments|figures\.example|widget\.example/,
    )
    expect(wordsOf(language, text, FULL)).not.toMatch(/\{\{|undefined/)
  }
  for (const text of TEXTS)
    expect(wordsOf(language, text, { ...FULL, testPayments: true })).not.toMatch(/Stripe|2[.,]99/)
  const keys = (settings: typeof BARE | typeof FULL) =>
    sectionsIn(language, 'terms', settings).map(({ key }) => key)
  expect(keys(BARE)).not.toContain('withdrawal')
  expect(keys(FULL)).toContain('withdrawal')
  const privacy = wordsOf(language, 'privacy')
  for (const named of ['Stripe', 'figures.example', 'widget.example']) expect(privacy).toContain(named)
  expect(wordsOf(language, 'terms')).toContain(language === 'en' ? '$2.99' : '2,99 €')
  expect(wordsOf(language, 'terms')).toContain(language === 'en' ? '$19.99' : '19,99 €')
})

test.each(LANGUAGES)(
  '[LG7] the Privacy Policy of %s names every right, its grounds and where to complain',
  language => {
    const words = wordsOf(language, 'privacy')
    for (const article of [7, 15, 16, 17, 18, 20, 21, 22, 28, 77])
      expect(words).toMatch(new RegExp(`Art\\. ${article}\\b`))
    for (const ground of language === 'en' ? ['(b)', '(f)', '(a)'] : ['lit. b', 'lit. f', 'lit. a'])
      expect(words).toContain(ground)
  },
)

function wordsOf(
  language: string,
  text: 'privacy' | 'terms',
  settings: typeof BARE | typeof FULL = FULL,
): string {
  return sectionsIn(language, text, settings)
    .flatMap(({ title, paragraphs }) => [title, ...paragraphs])
    .join('\n')
    .replaceAll('\u00A0', ' ')
}

function sectionsIn(
  language: string,
  text: 'privacy' | 'terms',
  settings: typeof BARE | typeof FULL,
): LegalSection[] {
  const i18n = createInstance()
  void i18n.init({
    lng: language,
    initAsync: false,
    interpolation: { escapeValue: false },
    resources: { [language]: { legal: rawTexts(language) } },
  })
  return legalSections(i18n, text, settings)
}

const rawTexts = (language: string): Record<'privacy' | 'terms', { sections: object }> =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../locales/${language}/legal.json`), 'utf8'))
