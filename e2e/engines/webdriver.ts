import { setTimeout as sleep } from 'node:timers/promises'

/** A WebDriver session over HTTP, https://www.w3.org/TR/webdriver2/. */
export type WebDriver = {
  readonly capabilities: Record<string, unknown>
  readonly send: (method: 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>
}

export async function createWebDriverSession(address: string, alwaysMatch: object): Promise<WebDriver> {
  while (!(await isReady(address))) await sleep(50)
  const body = { capabilities: { alwaysMatch } }
  const { sessionId, capabilities } = (await command(address, 'POST', '/session', body)) as {
    sessionId: string
    capabilities: Record<string, unknown>
  }
  return {
    capabilities,
    send: (method, path, body) => command(address, method, `/session/${sessionId}${path}`, body),
  }
}

async function isReady(address: string): Promise<boolean> {
  try {
    return (await fetch(`${address}/status`)).ok
  } catch {
    return false
  }
}

async function command(address: string, method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(address + path, {
    method,
    ...(method === 'POST' && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body ?? {}),
    }),
  })
  const { value } = (await response.json()) as { value: unknown }
  if (response.ok) return value
  const { error, message } = value as { error: string; message: string }
  throw new Error(`${method} ${path}: ${error}: ${message}`)
}
