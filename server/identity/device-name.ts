/**
 * Browser and operating system of a device as product names, such as 'Firefox' and 'Windows'. Each is null if unknown.
 */
export type DeviceName = { browser: string | null; system: string | null }

// The order matters because most browsers also claim to be Chrome, and all of them to be Safari.
const BROWSERS = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPiOS|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|HeadlessChrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const

// The order matters because Android also says Linux, and an iPhone also says Mac OS X.
const SYSTEMS = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac(intosh| OS X)\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
] as const

/**
 * Returns the browser and the operating system that a User-Agent header names. They only help users to recognize their
 * devices in a list (rule ID22).
 */
export const parseDeviceName = (userAgent: string | null): DeviceName => ({
  browser: firstMatch(BROWSERS, userAgent ?? ''),
  system: firstMatch(SYSTEMS, userAgent ?? ''),
})

const firstMatch = (names: readonly (readonly [RegExp, string])[], userAgent: string) =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null
