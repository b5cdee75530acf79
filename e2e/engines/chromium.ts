import { chromium, type Page } from '@playwright/test'
import { browserOptions } from '../browser-options.ts'
import {
  VIEWPORT_HEIGHT,
  WEBDRIVER_KEYS,
  VIEWPORT_WIDTH,
  type RunningEngine,
  type EngineOptions,
  type WebDriverInputActions,
  type EngineTab,
} from './engine.ts'

/** With the back/forward cache, which Playwright disables by default. */
export async function startChromium(
  profile: string,
  { isAudible = false }: EngineOptions = {},
): Promise<RunningEngine> {
  const options = browserOptions()
  const context = await chromium.launchPersistentContext(profile, {
    ...options,
    ignoreDefaultArgs: ['--disable-back-forward-cache', ...(isAudible ? ['--mute-audio'] : [])],
    viewport: { width: VIEWPORT_WIDTH, height: VIEWPORT_HEIGHT },
    locale: 'en-US',
  })
  const faults: string[] = []
  context.on('weberror', error => faults.push(error.error().message))
  context.on('console', message => {
    if (message.type() === 'error') faults.push(`${message.text()} ${message.location().url}`)
  })
  const [first = await context.newPage()] = context.pages()
  return {
    version: `Chromium ${context.browser()?.version() ?? ''}`,
    tab: tabOf(first),
    takeFaults: async () => faults.splice(0),
    close: () => context.close(),
  }
}

const PLAYWRIGHT_KEYS = new Map<string, string>(
  Object.entries(WEBDRIVER_KEYS).map(([name, value]) => [value, name]),
)

function tabOf(page: Page): EngineTab {
  return {
    open: async address => void (await page.goto(address)),
    // A page restored from the back/forward cache fires no load event, so Playwright's default wait would never end.
    back: async () => void (await page.goBack({ waitUntil: 'commit' })),
    evaluate: expression => page.evaluate(expression),
    async perform(sources) {
      for (const source of sources) await perform(page, source)
    },
  }
}

async function perform({ mouse, keyboard }: Page, source: WebDriverInputActions): Promise<void> {
  if (source.type === 'key') {
    for (const { type, value } of source.actions) {
      const key = PLAYWRIGHT_KEYS.get(value) ?? value
      await (type === 'keyDown' ? keyboard.down(key) : keyboard.up(key))
    }
    return
  }
  for (const action of source.actions) {
    if (action.type === 'pointerMove') await mouse.move(action.x, action.y)
    else await (action.type === 'pointerDown' ? mouse.down() : mouse.up())
  }
}
