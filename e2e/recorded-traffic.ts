import type { Page, Response } from '@playwright/test'
import { createTrafficCheck, type RecordedExchange } from '#tests/openapi/traffic-check.ts'

/**
 * Records the requests to `origin` of the pages passed to `watch`. `faults` returns where they deviate from the
 * server's /openapi.json (rule HT18). Ignores mocked responses, and bodies that the browser has discarded.
 */
export function recordTraffic(origin: string) {
  const recorded: RecordedExchange[] = []
  return {
    watch(page: Page) {
      page.on('response', response => {
        if (!response.url().startsWith(`${origin}/api/`)) return
        void toExchange(response).then(exchange => exchange !== null && recorded.push(exchange))
      })
    },
    // Does not wait for responses that are still arriving, because a test may hold one forever.
    async faults(): Promise<string[]> {
      if (recorded.length === 0) return []
      const check = await trafficCheckOf(origin)
      return recorded.map(check).filter(fault => fault !== null)
    },
  }
}

const checks = new Map<string, Promise<ReturnType<typeof createTrafficCheck>>>()

function trafficCheckOf(origin: string) {
  const check =
    checks.get(origin) ??
    fetch(`${origin}/openapi.json`).then(async response => createTrafficCheck(await response.json()))
  checks.set(origin, check)
  return check
}

async function toExchange(response: Response): Promise<RecordedExchange | null> {
  const contentType = response.headers()['content-type'] ?? null
  // Mocked responses have no request id.
  const isOurs = response.headers()['x-request-id'] !== undefined
  if (!isOurs || contentType?.startsWith('text/event-stream')) return null
  try {
    const request = response.request()
    const body = await response.text()
    // The browser keeps no body of a download.
    if (body === '' && contentType !== null) return null
    return {
      method: request.method(),
      path: new URL(response.url()).pathname,
      requestBody: request.postData(),
      status: response.status(),
      contentType,
      body,
    }
  } catch {
    return null
  }
}
