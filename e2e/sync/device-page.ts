import type { Page } from '@playwright/test'
import { resolve } from 'node:path'
import { build } from 'vite'

const PATH = '/device-under-test/'

let bundle: Promise<string> | undefined

/** Opens a page that runs store and sync without screens, with the real database, network and server. */
export async function openDevicePage(page: Page, origin: string): Promise<void> {
  await page.route(`${origin}${PATH}**`, async route => {
    const isScript = route.request().url().endsWith('.js')
    await route.fulfill({
      contentType: isScript ? 'text/javascript' : 'text/html',
      body: isScript
        ? await (bundle ??= buildBundle())
        : `<!doctype html><script type="module" src="${PATH}device.js"></script>`,
    })
  })
  await page.goto(`${origin}${PATH}`)
  await page.waitForFunction(() => 'device' in window)
}

async function buildBundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      rolldownOptions: {
        input: resolve(import.meta.dirname, 'device-entry.ts'),
        output: { codeSplitting: false },
      },
    },
  })
  const { output } = Array.isArray(built)
    ? (built[0] ?? { output: [] })
    : 'output' in built
      ? built
      : { output: [] }
  const script = output[0]
  if (script?.type !== 'chunk') throw new Error('the device was not built')
  return script.code
}
