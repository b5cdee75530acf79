import type { LaunchOptions } from '@playwright/test'

export function browserOptions(
  executablePath = process.env['CHROMIUM_PATH'],
  args: readonly string[] = [],
): LaunchOptions {
  return {
    ...(executablePath && { executablePath }),
    args: [`--disable-features=${[...DISABLED_BY_PLAYWRIGHT, ...UNNEEDED_FEATURES].join(',')}`, ...args],
  }
}

// For the popups under the address bar, a full Chromium starts pages of its own beside each page of a test, which takes a
// third of the time of a short test. The spare renderer process takes another twentieth.
const UNNEEDED_FEATURES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess']

// Chromium uses only the last --disable-features, so this repeats Playwright's own list.
const DISABLED_BY_PLAYWRIGHT = [
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
