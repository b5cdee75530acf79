import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { devAddress, startServerProcess } from '../running-server.ts'
import type { RunningEngine, StartEngine, EngineTab } from './engine.ts'
import { valueOrReason } from './find-in-page.ts'
import { createTabUser, type TabUser } from './tab-user.ts'

export type Journey = {
  readonly engine: RunningEngine
  readonly tab: EngineTab
  readonly me: TabUser
  readonly origin: string
  signIn(): Promise<void>
  describeScreen(): Promise<unknown>
  readonly stopServer: () => Promise<void>
  readonly startServer: () => Promise<void>
  /** Returns the browser's errors since the last call; leaves out connection errors while the server is stopped. */
  takeFaults(): Promise<readonly string[]>
  close(): Promise<void>
}

/** Starts a browser and a server with an empty database. The checkout must have been built. */
export async function startJourney(start: StartEngine): Promise<Journey> {
  const folder = await mkdtemp(join(tmpdir(), 'dacapo-engine-'))
  const [dataDir, profile] = [join(folder, 'server'), join(folder, 'profile')]
  for (const each of [dataDir, profile]) await mkdir(each)
  let server = await startServerProcess({ dataDir })
  const { origin } = server
  const engine = await start(profile).catch(async (error: unknown) => {
    await server.stop()
    throw error
  })
  const { tab } = engine
  const me = createTabUser(tab)
  const email = `clara-${randomUUID().slice(0, 8)}@example.org`
  let isServerRunning = true

  async function signInLinkInMail(): Promise<string> {
    const answer = await fetch(devAddress(origin, `/dev/mailbox.json?to=${encodeURIComponent(email)}`))
    const mails = (await answer.json()) as { text: string }[]
    return /https?:\/\/\S+\/confirm\?token=\S+/.exec(mails[0]?.text ?? '')?.[0] ?? ''
  }

  return {
    engine,
    tab,
    me,
    origin,
    async signIn() {
      await tab.open(`${origin}/signin`)
      await me.fill(/^your email$/i, email)
      await me.press('button', /^Send me a sign-in link$/)
      await me.see('heading', /^check your email$/i)
      await tab.open(await signInLinkInMail())
      await me.at('/practice')
    },
    describeScreen: () => valueOrReason(tab.evaluate(`(${describeScreen.toString()})()`)),
    async stopServer() {
      isServerRunning = false
      await server.stop()
    },
    async startServer() {
      server = await startServerProcess({ dataDir, port: Number(new URL(origin).port) })
      await engine.takeFaults()
      isServerRunning = true
    },
    async takeFaults() {
      const faults = await engine.takeFaults()
      return isServerRunning ? faults : faults.filter(fault => !CONNECTION_ERROR.test(fault))
    },
    async close() {
      await engine.close()
      await server.stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

// Runs in the page, so it cannot use anything outside of it.
function describeScreen(): string {
  const fields = [...document.querySelectorAll('input')].map(
    ({ labels, type, value }) => `${labels?.[0]?.innerText ?? type}: ${value}`,
  )
  const focus = document.activeElement?.outerHTML.slice(0, 200) ?? 'nowhere'
  return [location.href, document.body.innerText, ...fields, `focus: ${focus}`].join('\n')
}

// The browsers' messages about an unreachable server, or about the end of its event stream.
const CONNECTION_ERROR =
  /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|Could not connect|can.t establish a connection|NetworkError/
