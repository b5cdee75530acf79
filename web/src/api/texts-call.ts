/** After 'unreachable', a retry may succeed; after 'final', it would fail again. */
export type TextsResult =
  | { readonly kind: 'texts'; readonly texts: Readonly<Record<string, unknown>> }
  | { readonly kind: 'unreachable' | 'final' }

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

/** For development only: a production server does not accept missing texts (rule HT8). */
export function postMissingText(language: string, namespace: string, key: string, shown: string): void {
  void fetch(`/locales/add/${language}/${namespace}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ [key]: shown }),
    credentials: 'same-origin',
  }).catch(() => undefined)
}
