/** What a device calls itself, as far as it is known: a browser and a system by their own names. */
export type DeviceName = { browser: string | null; system: string | null }

// In this order: most browsers also claim to be Chrome, and all of them to be Safari.
const BROWSERS = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPiOS|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|HeadlessChrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const

// Android also says Linux, an iPhone also says Mac OS X.
const SYSTEMS = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac(intosh| OS X)\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
] as const

/** The name of a device by its User-Agent, for people to tell their devices apart and nothing else (rule ID22). */
export const deviceNameOf = (userAgent: string | null): DeviceName => ({
  browser: firstIn(BROWSERS, userAgent ?? ''),
  system: firstIn(SYSTEMS, userAgent ?? ''),
})

const firstIn = (names: readonly (readonly [RegExp, string])[], userAgent: string) =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null
