import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '#tests/server/free-port.ts'
import type { RunningEngine, EngineTab } from './engine.ts'
import { waitForOutput } from './wait-for-output.ts'
import { createWebDriverSession, type WebDriver } from './webdriver.ts'

const BROWSER = join(import.meta.dirname, 'webkit-browser.py')

export async function startWebkit(profile: string): Promise<RunningEngine> {
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [display] = await waitForOutput(screen, screen.stdout, /\d+(?=\n)/)
  const errors = join(profile, 'errors')
  await writeFile(errors, '')
  const port = await freePort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: `:${display}`, NO_AT_BRIDGE: '1', LIBGL_ALWAYS_SOFTWARE: '1' },
  })
  const stop = () => Promise.all([driver, screen].map(stopProcess))
  const session = await createWebDriverSession(`http://127.0.0.1:${port}`, {
    browserName: 'WebKitGTK',
    'webkitgtk:browserOptions': {
      binary: await writeBrowserScript(profile),
      args: [join(profile, 'data'), errors],
    },
  }).catch(async (error: unknown) => {
    await stop()
    throw error
  })

  let reported = 0
  return {
    version: `${String(session.capabilities['browserName'])} ${String(session.capabilities['browserVersion'])}`,
    tab: tabOf(session),
    async takeFaults() {
      const lines = (await readFile(errors, 'utf8')).split('\n').slice(0, -1)
      const added = lines.slice(reported)
      reported = lines.length
      return added.filter(line => !line.includes(NAVIGATION_REJECTION))
    },
    async close() {
      await session.send('DELETE', '')
      await stop()
    },
  }
}

/** WebKitWebDriver starts a single executable, and Debian's GTK bindings need Debian's Python. */
async function writeBrowserScript(profile: string): Promise<string> {
  const program = join(profile, 'browser')
  await writeFile(program, `#!/bin/sh\nexec /usr/bin/python3 '${BROWSER}' "$@"\n`)
  await chmod(program, 0o755)
  return program
}

// WebKit rejects internal promises on navigation.
const NAVIGATION_REJECTION = 'AbortError: Promise was rejected because the browsing context is going away'

function tabOf({ send }: WebDriver): EngineTab {
  return {
    open: async url => void (await send('POST', '/url', { url })),
    back: async () => void (await send('POST', '/back')),
    async evaluate(expression) {
      const script = `const done = arguments[0]
        ;(async () => JSON.stringify((await (${expression})) ?? null))()
          .then(value => done({ value }), error => done({ error: String(error) }))`
      const result = (await send('POST', '/execute/async', { script, args: [] })) as {
        value?: string
        error?: string
      }
      if (result.value === undefined) throw new Error(result.error)
      return JSON.parse(result.value)
    },
    async perform(actions) {
      await send('POST', '/actions', { actions })
    },
  }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill()
  await exit
}
