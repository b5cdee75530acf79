import type { LaunchOptions } from '@playwright/test'

/**
 * Returns Playwright's launch options for tests and screenshots. Uses the browser at CHROMIUM_PATH, which `npm test`
 * sets, otherwise Playwright's own. `args` are further switches of the browser's command line.
 */
export function browserOptions(
  executablePath = process.env['CHROMIUM_PATH'],
  args: readonly string[] = [],
): LaunchOptions {
  return {
    ...(executablePath && { executablePath }),
    args: [`--disable-features=${[...SWITCHED_OFF_BY_PLAYWRIGHT, ...OF_NO_USE].join(',')}`, ...args],
  }
}

// What a whole Chromium shows under its address bar is drawn by pages of its own, which it starts beside each of ours
// though nobody sees them: a third of the time of a short test. A process held ready for a page that never comes is
// another twentieth.
const OF_NO_USE = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess']

// The browser believes the last list only, so Playwright's own is repeated here.
const SWITCHED_OFF_BY_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
]
