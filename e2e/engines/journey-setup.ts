import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { devAddress } from '../running-server.ts'
import { startDeployableServer } from '../offline/two-builds.ts'
import { answerInTime } from './answer-in-time.ts'
import type { RunningEngine, StartEngine, EngineTab } from './engine.ts'
import { NEXT_CHECKOUT_VARIABLE } from './next-version.ts'
import { createTabUser, type TabUser } from './tab-user.ts'

/** A running browser with a server of its own and a musician in front of it. */
export type Journey = {
  readonly engine: RunningEngine
  readonly tab: EngineTab
  /** The user of `tab`. */
  readonly me: TabUser
  readonly origin: string
  /** The address of a musician who has no account yet. */
  readonly email: string
  signIn(): Promise<void>
  /** Opens another tab in the foreground. */
  openTab(): Promise<{ readonly tab: EngineTab; readonly me: TabUser }>
  /** Address, text, fields and focus of each tab that was opened, or why it does not answer, e.g. because it was closed. */
  screens(): Promise<readonly string[]>
  stopServer(): Promise<void>
  deployNextVersion(): Promise<void>
  /** Errors in the browser since the last call; while the server is stopped, without those that say so. */
  takeFaults(): Promise<readonly string[]>
  close(): Promise<void>
}

const CHECKOUT = resolve(import.meta.dirname, '../..')

/** Starts a browser, and a server with an empty database from this checkout, which must have been built. */
export async function startJourney(start: StartEngine): Promise<Journey> {
  const profile = await mkdtemp(join(tmpdir(), 'dacapo-engine-'))
  const next = process.env[NEXT_CHECKOUT_VARIABLE] ?? ''
  const server = await startDeployableServer({ first: CHECKOUT, second: next, remove: async () => {} })
  const engine = await start(profile).catch(async (error: unknown) => {
    await server[Symbol.asyncDispose]()
    throw error
  })
  const { origin } = server
  const { tab } = engine
  const me = createTabUser(tab)
  const email = `clara-${randomUUID().slice(0, 8)}@example.org`
  const tabs = [tab]
  let isServed = true

  async function linkInMail(): Promise<string> {
    const answer = await fetch(devAddress(origin, `/dev/mailbox.json?to=${encodeURIComponent(email)}`))
    const mails = (await answer.json()) as { text: string }[]
    return /https?:\/\/\S+\/confirm\?token=\S+/.exec(mails[0]?.text ?? '')?.[0] ?? ''
  }

  return {
    engine,
    tab,
    me,
    origin,
    email,
    async signIn() {
      await tab.open(`${origin}/signin`)
      await me.fill(/^your email$/i, email)
      await me.press('button', /^Send me a sign-in link$/)
      await me.see('heading', /^check your email$/i)
      await tab.open(await linkInMail())
      await me.at('/practice')
    },
    async openTab() {
      const added = await engine.openTab()
      tabs.push(added)
      return { tab: added, me: createTabUser(added) }
    },
    async screens() {
      // One after the other: WebDriver has one window at a time.
      const screens: string[] = []
      for (const each of tabs)
        screens.push(String(await answerInTime(each.evaluate(`(${describeScreen.toString()})()`))))
      return screens
    },
    async stopServer() {
      isServed = false
      await server.stop()
    },
    async deployNextVersion() {
      await server.deploySecond()
      await engine.takeFaults()
      isServed = true
    },
    async takeFaults() {
      const faults = await engine.takeFaults()
      return isServed ? faults : faults.filter(fault => !UNREACHABLE.test(fault))
    },
    async close() {
      await engine.close()
      await server[Symbol.asyncDispose]()
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
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

// How browsers report a server that cannot be reached, or whose live stream ended when it was stopped.
const UNREACHABLE =
  /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|Could not connect|can.t establish a connection|NetworkError/
