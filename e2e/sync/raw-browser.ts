import { chromium } from '@playwright/test'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'

/** A browser tab without Playwright. Unlike Playwright's, it becomes hidden if another tab comes to the front. */
export type RawTab = {
  send(method: string, params?: object): Promise<unknown>
  goto(url: string): Promise<void>
  /** The value of an expression, as a press would have it evaluated. */
  evaluate(expression: string): Promise<unknown>
  bringToFront(): Promise<unknown>
}

/** A browser without Playwright. */
export type RawBrowser = {
  /** Opens a tab; the script runs before those of every page in it. */
  open(script?: string): Promise<RawTab>
  close(): Promise<void>
}

type Answer = {
  id?: number
  result?: object
  error?: { message: string }
  method?: string
  sessionId?: string
}

/**
 * Starts a browser that is controlled by the DevTools protocol alone. Playwright keeps all pages visible, so its pages
 * can never be in the background.
 */
export async function startRawBrowser(...flags: string[]): Promise<RawBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'dacapo-tab-'))
  const program = process.env['CHROMIUM_PATH'] ?? chromium.executablePath()
  const always = ['--headless', '--no-sandbox', '--no-first-run', '--remote-debugging-pipe']
  const sounding = '--autoplay-policy=no-user-gesture-required'
  const child = spawn(
    program,
    [...always, sounding, `--user-data-dir=${profile}`, ...flags, 'about:blank'],
    // Commands go in by the fourth, answers come out by the fifth.
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  )
  const exit = once(child, 'exit')
  const [, , , commands, answers] = child.stdio as unknown as Duplex[]
  const waiting = new Map<number, (answer: Answer) => void>()
  const listeners = new Set<(answer: Answer) => void>()
  let [next, rest] = [1, '']

  answers?.setEncoding('utf8').on('data', (chunk: string) => {
    const messages = (rest + chunk).split('\0')
    rest = messages.pop() ?? ''
    for (const message of messages) {
      const answer = JSON.parse(message) as Answer
      if (answer.id === undefined) for (const listener of listeners) listener(answer)
      else waiting.get(answer.id)?.(answer)
    }
  })

  async function send(method: string, params: object = {}, sessionId?: string): Promise<object> {
    const id = next++
    const answer = await new Promise<Answer>(resolve => {
      waiting.set(id, resolve)
      commands?.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    })
    waiting.delete(id)
    if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`)
    return answer.result ?? {}
  }

  async function open(script?: string): Promise<RawTab> {
    const { targetId } = (await send('Target.createTarget', { url: 'about:blank' })) as { targetId: string }
    const attached = await send('Target.attachToTarget', { targetId, flatten: true })
    const { sessionId } = attached as { sessionId: string }
    const inTab = (method: string, params?: object) => send(method, params, sessionId)
    await inTab('Page.enable')
    await inTab('Page.setBypassCSP', { enabled: true })
    if (script !== undefined) await inTab('Page.addScriptToEvaluateOnNewDocument', { source: script })
    return {
      send: inTab,
      async goto(url) {
        const loaded = new Promise<void>(resolve => {
          const listener = (answer: Answer) => {
            if (answer.sessionId !== sessionId || answer.method !== 'Page.loadEventFired') return
            listeners.delete(listener)
            resolve()
          }
          listeners.add(listener)
        })
        await inTab('Page.navigate', { url })
        await loaded
      },
      async evaluate(expression) {
        const asked = { expression, awaitPromise: true, returnByValue: true, userGesture: true }
        const answer = (await inTab('Runtime.evaluate', asked)) as {
          result: { value?: unknown }
          exceptionDetails?: { text: string; exception?: { description?: string } }
        }
        const fault = answer.exceptionDetails
        if (fault !== undefined) throw new Error(fault.exception?.description ?? fault.text)
        return answer.result.value
      },
      bringToFront: () => send('Target.activateTarget', { targetId }),
    }
  }

  return {
    open,
    async close() {
      child.kill('SIGKILL')
      await exit
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}
