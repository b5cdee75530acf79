/**
 * The translated texts of one file by key, or the reason why they are missing. 'unreachable' means that a retry may
 * succeed; 'final' means that a retry would fail as well.
 */
export type TextsResult =
  | { readonly kind: 'texts'; readonly texts: Readonly<Record<string, unknown>> }
  | { readonly kind: 'unreachable' | 'final' }

/**
 * Fetches one file of translated texts (spec 7). Returns 'unreachable' after a network failure or a server error, and
 * 'final' after a 4xx response or if the file is not valid JSON. Never rejects.
 */
export async function getTexts(language: string, namespace: string): Promise<TextsResult> {
  let response: Response
  let body: string
  try {
    response = await fetch(`/locales/${language}/${namespace}.json`, { credentials: 'same-origin' })
    body = await response.text()
  } catch {
    return { kind: 'unreachable' }
  }
  if (response.status >= 500) return { kind: 'unreachable' }
  return response.ok ? parseTexts(body) : { kind: 'final' }
}

function parseTexts(body: string): TextsResult {
  try {
    return { kind: 'texts', texts: JSON.parse(body) as Record<string, unknown> }
  } catch {
    return { kind: 'final' }
  }
}

/**
 * Reports to the server that a text has no translation. Called only if the server collects such reports, which it does
 * for developers (rule HT8). Ignores failures.
 *
 * @param shown the text that is displayed instead
 */
export function postMissingText(language: string, namespace: string, key: string, shown: string): void {
  void fetch(`/locales/add/${language}/${namespace}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ [key]: shown }),
    credentials: 'same-origin',
  }).catch(() => undefined)
}
