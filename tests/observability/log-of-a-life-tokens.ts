import { appendFileSync } from 'node:fs'

/*
 * Loaded into a server before everything else (node --import): writes every token that a provider gives this process
 * into the file TOKENS_FILE names, so that a test knows what to look for afterwards. It listens, and changes nothing.
 */

const file = process.env['TOKENS_FILE'] ?? 'tokens'
const fetchBefore = globalThis.fetch

globalThis.fetch = async (...asked) => {
  const answer = await fetchBefore(...asked)
  if (new URL(answer.url).pathname === '/token') {
    const told = (await answer.clone().json()) as Record<string, unknown>
    for (const [name, value] of Object.entries(told))
      if (name.endsWith('_token')) appendFileSync(file, `${String(value)}\n`)
  }
  return answer
}
