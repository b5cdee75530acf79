import i18next, { type BackendModule, type ReadCallback } from 'i18next'
import { getTexts, postMissingText } from '#web/api/texts-call.ts'
import { sleep } from '#web/concurrency/waiting.ts'

const MOST_RETRIES = 5
const FIRST_RETRY_MS = 350

const failed = new Map<string, readonly [language: string, namespace: string]>()

/** Reports only the last of its failed attempts, because i18next would otherwise retry as well. */
export const textsBackend: BackendModule = {
  type: 'backend',
  callbackApi: true,
  init: () => undefined,
  read(language, namespace, callback) {
    void answer(language, namespace, callback)
  },
  create(languages, namespace, key, shown) {
    for (const language of languages) postMissingText(language, namespace, key, shown)
  },
}

export async function retryFailedTexts(namespaces?: readonly string[]): Promise<void> {
  const again = [...failed.values()].filter(([, namespace]) => namespaces?.includes(namespace) ?? true)
  await Promise.all(again.map(([language, namespace]) => i18next.reloadResources(language, namespace)))
}

async function answer(language: string, namespace: string, callback: ReadCallback): Promise<void> {
  const texts = await load(language, namespace)
  const file = `${language}/${namespace}`
  if (texts === null) failed.set(file, [language, namespace])
  else failed.delete(file)
  callback(texts === null ? `no ${file}` : null, texts)
}

async function load(language: string, namespace: string) {
  for (let retries = 0; ; retries += 1) {
    const answer = await getTexts(language, namespace)
    if (answer.kind === 'texts') return answer.texts
    if (answer.kind === 'final' || retries === MOST_RETRIES) return null
    await sleep(FIRST_RETRY_MS * 2 ** retries)
  }
}
