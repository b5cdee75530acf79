import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import { listLegalSections } from './legal-sections.ts'

const sectionsWith = async (resources: object) => {
  const i18n = createInstance()
  await i18n.init({ lng: 'fr', fallbackLng: 'en', resources: Object.fromEntries(Object.entries(resources)) })
  return listLegalSections(i18n, 'privacy', null)
}
const cookies = (title: string, paragraphs: string[]) => ({
  legal: { privacy: { sections: { cookies: { title, paragraphs } } } },
})

test('[UI3] where the texts are late the page has no sections yet, and does not break', async () => {
  expect(await sectionsWith({})).toEqual([])
  expect(await sectionsWith({ en: cookies('Cookies', ['One.']) })).toEqual([
    { key: 'cookies', title: 'Cookies', paragraphs: ['One.'] },
  ])
})

test('[UI4] what a language lacks of a legal text stands there in English', async () => {
  const sections = await sectionsWith({
    en: cookies('Cookies', ['One.', 'Two.']),
    fr: cookies('Témoins', ['Un.']),
  })
  expect(sections).toEqual([{ key: 'cookies', title: 'Témoins', paragraphs: ['Un.', 'Two.'] }])
  expect(await sectionsWith({ en: cookies('Cookies', ['One.']), fr: { legal: {} } })).toEqual([
    { key: 'cookies', title: 'Cookies', paragraphs: ['One.'] },
  ])
})
