import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { spawn } from 'node:child_process'
import { once } from 'node:events'

export type KillableBrowser = {
  readonly context: BrowserContext
  readonly page: Page
  kill(): Promise<number>
  /** Quits the browser, so that it writes all its data to disk. */
  close(): Promise<void>
}

export type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>

/** `cookies` are restored, because browsers write them to disk later than the data under test. */
export async function startBrowser(profile: string, cookies: Cookies): Promise<KillableBrowser> {
  const program = process.env['CHROMIUM_PATH'] ?? chromium.executablePath()
  const flags = ['--headless', '--no-sandbox', '--no-first-run', '--remote-debugging-port=0']
  // A process group of its own, so that the tabs are killed with it.
  const child = spawn(program, [...flags, `--user-data-dir=${profile}`, 'about:blank'], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exit = once(child, 'exit')
  const address = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const found = /DevTools listening on (ws:\S+)/.exec(output)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.once('exit', () => reject(new Error(output)))
  })
  const browser = await chromium.connectOverCDP(address)
  const context = browser.contexts()[0] ?? (await browser.newContext())
  await context.addCookies(cookies)
  return {
    context,
    page: context.pages()[0] ?? (await context.newPage()),
    async kill() {
      const pid = child.pid ?? 0
      process.kill(-pid, 'SIGKILL')
      await exit
      await browser.close()
      return pid
    },
    async close() {
      await (await browser.newBrowserCDPSession()).send('Browser.close')
      await exit
      await browser.close()
    },
  }
}
