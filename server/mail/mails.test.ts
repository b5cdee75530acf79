import { expect, test } from 'vitest'
import { feedbackMail } from '#server/feedback/feedback-mail.ts'
import { signInMail } from './sign-in-mail.ts'
import { MAIL_LANGUAGES } from './texts.ts'

const link = 'https://dacapo.example/confirm?token=abcdef'
const nasty = `"><img src=x onerror=alert(1)>&'{{code}}`

const ANYTHING = { kind: 'feedback', isPro: false, writtenAt: 0 } as const

test('[MA1] the mail speaks the language it was asked for, regions included, and English otherwise', async () => {
  const subjects = await Promise.all(
    ['de', 'de-AT', 'en-GB', 'fr', '', '__proto__'].map(async language => {
      return (await signInMail({ language, link, code: '123456' })).subject
    }),
  )
  const [german, english] = ['Bei Dacapo anmelden: dein persönlicher Link', 'Sign in to Dacapo']
  expect(subjects).toEqual([german, german, english, english, english, english])
})

test('[MA2] the code is the only number of six digits, in text and HTML', async () => {
  for (const language of MAIL_LANGUAGES) {
    const { subject, text, html } = await signInMail({ language, link, code: '123456' })
    for (const part of [text, html]) expect(part.match(/\d{6,}/g)).toEqual(['123456'])
    expect(text).toContain(link)
    expect(subject).not.toContain('123456')
  }
})

test('[MA3] whatever is put into an HTML part is escaped there', async () => {
  const mails = [
    await signInMail({ language: 'en', link: nasty, code: nasty }),
    await feedbackMail({ ...ANYTHING, text: nasty, language: nasty, screen: nasty, canAnswer: true }),
  ]
  for (const { html } of mails) {
    expect(html).not.toContain('<img')
    expect(html).toContain('&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&amp;&#39;{{code}}')
  }
})

test('[MA3] the text part is plain: nothing in it is escaped, nothing put in is interpreted', async () => {
  const { text, subject } = await feedbackMail({
    ...ANYTHING,
    text: nasty,
    language: 'de',
    screen: 'a\r\nBcc: eve@example.org',
    canAnswer: false,
  })
  expect(text).toContain(nasty)
  expect(subject).toBe('Feedback (a Bcc: eve@example.org)')
})
