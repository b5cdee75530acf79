import { expect, test } from 'vitest'
import { legalSections } from './legal-sections.ts'

test('[UI5] where the texts are late the page has no sections yet, and does not break', () => {
  // What stands in place of a text that is not there is its key.
  expect(legalSections('privacy.sections', null)).toEqual([])
  const texts = { cookies: { title: 'Cookies', paragraphs: ['One.'] } }
  expect(legalSections(texts, null)).toEqual([{ key: 'cookies', title: 'Cookies', paragraphs: ['One.'] }])
})
