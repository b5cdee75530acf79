import { join } from 'node:path'
import { expect, test } from 'vitest'
import { renderFeedbackMail } from '#server/feedback/feedback.ts'
import { listLanguages } from '#server/locales.ts'
import { renderSignInMail } from './mails.ts'

const link = 'https://dacapo.example/confirm?token=abcdef'
const nasty = `"><img src=x onerror=alert(1)>&'{{code}}`

const FEEDBACK = { kind: 'feedback', isPro: false, writtenAt: 0 } as const

test('[MA1] the mail is in the requested language, regions included, otherwise in English', async () => {
  const subjects = await Promise.all(
    ['de', 'de-AT', 'en-GB', 'xx', '', '__proto__'].map(async language => {
      return (await renderSignInMail({ language, link, code: null })).subject
    }),
  )
  const [german, english] = ['Bei Dacapo anmelden: dein persönlicher Link', 'Sign in to Dacapo']
  expect(subjects).toEqual([german, german, english, english, english, english])
})

test('[MA1] the code is the only six-digit number, in text and HTML, and begins the subject', async () => {
  for (const language of listLanguages(join(import.meta.dirname, '../../locales'))) {
    const { subject, text, html } = await renderSignInMail({ language, link, code: '123456' })
    for (const part of [text, html]) expect(part.match(/\d{6,}/g)).toEqual(['123456'])
    expect(text).toContain(link)
    expect(subject).toMatch(/^123456 /)
  }
})

test('[MA1] values are escaped in the HTML part', async () => {
  const mails = [
    await renderSignInMail({ language: 'en', link: nasty, code: nasty }),
    await renderFeedbackMail({ ...FEEDBACK, text: nasty, language: nasty, screen: nasty, canAnswer: true }),
  ]
  for (const { html } of mails) {
    expect(html).not.toContain('<img')
    expect(html).toContain('&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&amp;&#39;{{code}}')
  }
})
