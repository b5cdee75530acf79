import { chromium } from '@playwright/test'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'

export type RawTab = {
  send(method: string, params?: object): Promise<unknown>
  goto(url: string): Promise<void>
  evaluate(expression: string): Promise<unknown>
  bringToFront(): Promise<unknown>
}

export type RawBrowser = {
  open(initScript?: string): Promise<RawTab>
  close(): Promise<void>
}

type Message = {
  id?: number
  result?: object
  error?: { message: string }
  method?: string
  sessionId?: string
}

/**
 * Starts a browser that is controlled by the DevTools protocol alone, because Playwright never lets a page become
 * hidden.
 */
export async function startRawBrowser(...flags: string[]): Promise<RawBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'dacapo-tab-'))
  const program = process.env['CHROMIUM_PATH'] ?? chromium.executablePath()
  const fixedFlags = ['--headless', '--no-sandbox', '--no-first-run', '--remote-debugging-pipe']
  const autoplayFlag = '--autoplay-policy=no-user-gesture-required'
  const child = spawn(
    program,
    [...fixedFlags, autoplayFlag, `--user-data-dir=${profile}`, ...flags, 'about:blank'],
    // Commands go to the fourth stream, answers come from the fifth.
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  )
  const exit = once(child, 'exit')
  const [, , , commands, answers] = child.stdio as unknown as Duplex[]
  const waiting = new Map<number, (answer: Message) => void>()
  const listeners = new Set<(answer: Message) => void>()
  let [next, rest] = [1, '']

  answers?.setEncoding('utf8').on('data', (chunk: string) => {
    const messages = (rest + chunk).split('\0')
    rest = messages.pop() ?? ''
    for (const message of messages) {
      const answer = JSON.parse(message) as Message
      if (answer.id === undefined) for (const listener of listeners) listener(answer)
      else waiting.get(answer.id)?.(answer)
    }
  })

  async function send(method: string, params: object = {}, sessionId?: string): Promise<object> {
    const id = next++
    const answer = await new Promise<Message>(resolve => {
      waiting.set(id, resolve)
      commands?.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    })
    waiting.delete(id)
    if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`)
    return answer.result ?? {}
  }

  async function open(initScript?: string): Promise<RawTab> {
    const { targetId } = (await send('Target.createTarget', { url: 'about:blank' })) as { targetId: string }
    const attached = await send('Target.attachToTarget', { targetId, flatten: true })
    const { sessionId } = attached as { sessionId: string }
    const inTab = (method: string, params?: object) => send(method, params, sessionId)
    await inTab('Page.enable')
    await inTab('Page.setBypassCSP', { enabled: true })
    if (initScript !== undefined) await inTab('Page.addScriptToEvaluateOnNewDocument', { source: initScript })
    return {
      send: inTab,
      async goto(url) {
        const loaded = new Promise<void>(resolve => {
          const listener = (answer: Message) => {
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
        const parameters = { expression, awaitPromise: true, returnByValue: true, userGesture: true }
        const answer = (await inTab('Runtime.evaluate', parameters)) as {
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
