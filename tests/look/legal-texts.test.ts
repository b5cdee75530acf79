import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import { RETENTION_PERIODS, TERMS_NOTICE_DAYS, WITHDRAWAL_DAYS } from '#core/library/retention.ts'
import { SIGN_IN_CODE_LIFETIME_SECONDS, SIGN_IN_LINK_LIFETIME_SECONDS } from '#core/protocol/sign-in.ts'
import { listLegalSections, type LegalSection } from '#web/screens/legal/legal-sections.ts'

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

// Every period that the English texts promise, and the server's constant. The German texts share the placeholders.
const PROMISES = [
  ['privacy', /within (\d+) minutes/, SIGN_IN_LINK_LIFETIME_SECONDS / 60],
  ['privacy', /code within (\d+);/, SIGN_IN_CODE_LIFETIME_SECONDS / 60],
  ['privacy', /at the latest (\d+) days after it began/, RETENTION_PERIODS.sessionMostDays],
  ['privacy', /or (\d+) days after your last visit/, RETENTION_PERIODS.sessionDays],
  ['privacy', /applied are deleted after (\d+) days/, RETENTION_PERIODS.changeDays],
  ['privacy', /is deleted (\d+) days later/, RETENTION_PERIODS.deletedDays],
  ['privacy', /deleted after (\d+) years/, RETENTION_PERIODS.feedbackYears],
  ['privacy', /deleted after (\d+) months/, RETENTION_PERIODS.eventMonths],
  ['privacy', /counters are deleted after (\d+) hours/, RETENTION_PERIODS.counterHours],
  ['privacy', /after about (\d+) days/, RETENTION_PERIODS.logDays],
  ['privacy', /signed in, for (\d+) days/, RETENTION_PERIODS.sessionDays],
  ['privacy', /browser, for (\d+) minutes/, SIGN_IN_CODE_LIFETIME_SECONDS / 60],
  ['privacy', /remembers for (\d+) days/, RETENTION_PERIODS.knownBrowserDays],
  ['privacy', /holds it for (\d+) days/, RETENTION_PERIODS.languageDays],
  ['privacy', /what happened, for at most (\d+) days/, RETENTION_PERIODS.sessionDays],
  ['terms', /changes .* at least (\d+) days/, TERMS_NOTICE_DAYS],
  ['terms', /end the contract with (\d+) days/, TERMS_NOTICE_DAYS],
  ['terms', /close Dacapo, .* (\d+) days/, TERMS_NOTICE_DAYS],
  ['terms', /withdraw .* within (\d+) days/, WITHDRAWAL_DAYS],
  ['terms', /paid within (\d+) days/, WITHDRAWAL_DAYS],
] as const

test('[DB12][LG1] the texts promise what is kept: logs of about 30 days, 30 days of notice', () => {
  expect([RETENTION_PERIODS.logDays, TERMS_NOTICE_DAYS]).toEqual([30, 30])
  for (const [text, promise, days] of PROMISES)
    expect([promise, promise.exec(wordsOf('en', text))?.[1]]).toEqual([promise, String(days)])
})

test.each(LANGUAGES)('[DB12] no period in the texts of %s is written as a plain number', language => {
  // Every number is interpolated, except references to laws and the age of consent.
  for (const text of TEXTS) {
    const raw = JSON.stringify(rawTexts(language)[text].sections).replaceAll('\u00A0', ' ')
    const numbers = raw.replaceAll(/(Art\.|Abs\.|\() ?\d+\)?( \(\d\))?|(under|unter) 16/g, '').match(/\d+/g)
    expect([text, numbers]).toEqual([text, null])
  }
})

test.each(LANGUAGES)('[LG7] %s speaks of payment, sharing and a widget only where there is one', language => {
  for (const text of TEXTS) {
    expect(wordsOf(language, text, BARE)).not.toMatch(/Stripe|figures\.example|widget\.example/)
    expect(wordsOf(language, text)).not.toMatch(/\{\{|undefined/)
    expect(wordsOf(language, text, { ...FULL, testPayments: true })).not.toMatch(/Stripe|2[.,]99/)
  }
  const keys = (settings: Settings) => sectionsIn(language, 'terms', settings).map(({ key }) => key)
  expect([keys(BARE).includes('withdrawal'), keys(FULL).includes('withdrawal')]).toEqual([false, true])
  const privacy = wordsOf(language, 'privacy')
  for (const named of ['Stripe', 'figures.example', 'widget.example']) expect(privacy).toContain(named)
  for (const price of language === 'en' ? ['$2.99', '$19.99'] : ['2,99 €', '19,99 €'])
    expect(wordsOf(language, 'terms')).toContain(price)
})

test.each(LANGUAGES)('[LG7] %s names every right, its grounds, and how an account is deleted', language => {
  const words = wordsOf(language, 'privacy')
  for (const article of [7, 15, 16, 17, 18, 20, 21, 22, 28, 77])
    expect(words).toMatch(new RegExp(`Art\\. ${article}\\b`))
  const [grounds, deletion] =
    language === 'en'
      ? [['(b)', '(f)', '(a)'], 'You delete it yourself']
      : [['lit. b', 'lit. f', 'lit. a'], 'Du löschst es selbst']
  for (const wording of [...grounds, deletion]) expect(words).toContain(wording)
})

type Settings = typeof BARE | typeof FULL

function wordsOf(language: string, text: 'privacy' | 'terms', settings: Settings = FULL): string {
  return sectionsIn(language, text, settings)
    .flatMap(({ title, paragraphs }) => [title, ...paragraphs])
    .join('\n')
    .replaceAll('\u00A0', ' ')
}

function sectionsIn(language: string, text: 'privacy' | 'terms', settings: Settings): LegalSection[] {
  const i18n = createInstance()
  void i18n.init({
    lng: language,
    initAsync: false,
    interpolation: { escapeValue: false },
    resources: { [language]: { legal: rawTexts(language) } },
  })
  return listLegalSections(i18n, text, settings)
}

const rawTexts = (language: string): Record<'privacy' | 'terms', { sections: object }> =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../locales/${language}/legal.json`), 'utf8'))
