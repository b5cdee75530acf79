import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connectBidi, type Bidi } from './bidi.ts'
import {
  VIEWPORT_HEIGHT,
  VIEWPORT_WIDTH,
  type RunningEngine,
  type EngineOptions,
  type EngineTab,
} from './engine.ts'
import { waitForOutput } from './wait-for-output.ts'

const PREFERENCES = {
  'intl.accept_languages': 'en-US',
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.update.enabled': false,
  // No background requests during a test.
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'browser.safebrowsing.downloads.remote.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.reportingpolicy.firstRun': false,
}

// The sandbox blocks the access to a sound server whose socket is not in its usual folder.
const AUDIBLE_PREFERENCES = {
  'media.cubeb.backend': 'pulse',
  'media.cubeb.sandbox': false,
  'security.sandbox.content.level': 0,
}

export async function startFirefox(
  profile: string,
  { isAudible = false }: EngineOptions = {},
): Promise<RunningEngine> {
  const preferences = Object.entries({ ...PREFERENCES, ...(isAudible && AUDIBLE_PREFERENCES) })
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('')
  await writeFile(join(profile, 'user.js'), preferences)
  const child = spawn(
    'firefox-esr',
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const exit = once(child, 'exit')
  const [, address] = await waitForOutput(child, child.stderr, /WebDriver BiDi listening on (ws:\S+)/)
  const bidi = await connectBidi(`${address}/session`)
  const { capabilities } = (await bidi.send('session.new', { capabilities: {} })) as {
    capabilities: { browserName: string; browserVersion: string }
  }
  const errors: string[] = []
  bidi.on('log.entryAdded', ({ level, text }) => {
    if (level === 'error' && !CANCELED_REQUEST.test(String(text))) errors.push(String(text))
  })
  await bidi.send('session.subscribe', { events: ['log.entryAdded'] })
  const { contexts } = (await bidi.send('browsingContext.getTree')) as { contexts: { context: string }[] }

  return {
    version: `${capabilities.browserName} ${capabilities.browserVersion}`,
    tab: await tabOf(bidi, contexts[0]?.context ?? ''),
    takeFaults: async () => errors.splice(0),
    async close() {
      bidi.close()
      child.kill()
      await exit
    },
  }
}

// On navigation, Firefox cancels the pending requests of the old page and reports those of its service worker, modules
// and style sheets as errors. A failing service worker has another message, and the other engines report missing code.
const CANCELED_REQUEST =
  /^Failed to load ‘.*’\. A ServiceWorker intercepted the request and encountered an unexpected error\.$|error loading dynamically imported module|Unable to preload CSS/

async function tabOf(bidi: Bidi, context: string): Promise<EngineTab> {
  await bidi.send('browsingContext.setViewport', {
    context,
    viewport: { width: VIEWPORT_WIDTH, height: VIEWPORT_HEIGHT },
  })
  return {
    open: async url => void (await bidi.send('browsingContext.navigate', { context, url, wait: 'complete' })),
    back: async () => void (await bidi.send('browsingContext.traverseHistory', { context, delta: -1 })),
    async evaluate(expression) {
      const answer = await bidi.send('script.evaluate', {
        expression: `(async () => JSON.stringify((await (${expression})) ?? null))()`,
        target: { context },
        awaitPromise: true,
        userActivation: true,
      })
      if (answer['type'] !== 'success')
        throw new Error((answer['exceptionDetails'] as { text: string } | undefined)?.text)
      return JSON.parse((answer['result'] as { value: string }).value)
    },
    perform: async actions => void (await bidi.send('input.performActions', { context, actions })),
  }
}
