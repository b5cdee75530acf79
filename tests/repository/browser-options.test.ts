import { chromium } from '@playwright/test'
import { expect, test } from 'vitest'
import { browserOptions } from '../../e2e/browser-options.ts'
import { findOrInstallChromium } from '../../scripts/test/browser.ts'

const FEATURES = '--disable-features='

test('the browser of the tests differs from Playwright’s own in what no page needs alone', async () => {
  const { args = [] } = browserOptions()
  const browser = await findOrInstallChromium()
  if (browser.kind === 'none') throw new Error(browser.message)
  const server = await chromium.launchServer({ executablePath: browser.path })
  const own = server.process().spawnargs.filter(argument => argument.startsWith(FEATURES))
  await server.close()
  expect(own).toHaveLength(1)
  expect(args).toEqual([`${own[0]},WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess`])
})
