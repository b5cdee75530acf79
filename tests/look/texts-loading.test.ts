import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'

// Uses the real i18next, backend and detector; only the server and the browser are faked.

type Reply = number | 'drop' | 'broken'
let replies: Reply[] = []
let requestedPaths: string[] = []
let retryDelays: number[] = []
let credentials: unknown[] = []
let onlineListeners: (() => void)[] = []
const realSetTimeout = setTimeout
const isRetry = (milliseconds: number) => milliseconds > 0 && Number.isInteger(Math.log2(milliseconds / 350))

beforeEach(() => {
  vi.resetModules()
  ;[replies, requestedPaths, retryDelays, credentials, onlineListeners] = [[], [], [], [], []]
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  stubBrowser({})
  vi.stubGlobal('fetch', async (path: string, options: RequestInit) => {
    requestedPaths.push(path)
    credentials.push(options.credentials)
    const reply = replies.shift() ?? 200
    if (reply === 'drop') throw new TypeError('Failed to fetch')
    const texts = { greeting: `from ${path}`, named: 'Hello {{name}}' }
    const status = typeof reply === 'number' ? reply : 200
    return new Response(reply === 'broken' ? '{"greeting": ' : JSON.stringify(texts), { status })
  })
  vi.stubGlobal('setTimeout', (run: () => void, milliseconds = 0) => {
    if (!isRetry(milliseconds)) return realSetTimeout(run, milliseconds)
    retryDelays.push(milliseconds)
    return realSetTimeout(run, 0)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
afterAll(() => {
  // The test files of one process share mocks, so the next one needs the real i18next.
  vi.doUnmock('i18next')
  vi.resetModules()
})

async function startI18next() {
  // i18next has one instance per page, and every test is a page of its own.
  const real = await vi.importActual<typeof import('i18next')>('i18next')
  const i18next = real.createInstance()
  vi.doMock('i18next', () => ({ ...real, default: i18next }))
  const { startLoadingTexts } = await import('#web/language/language.ts')
  startLoadingTexts([])
  await expect.poll(() => i18next.isInitialized).toBe(true)
  return i18next
}

test.each([503, 'drop'] as const)(
  '[UI3] after %s the texts are asked for again, after 350 ms, then twice as long, five times at most',
  async reply => {
    replies = Array.from({ length: 20 }, () => reply)
    const i18next = await startI18next()
    // Another request for the same file shares the six attempts.
    await i18next.loadNamespaces(['common'])
    expect(requestedPaths).toHaveLength(6)
    expect(retryDelays).toEqual([350, 700, 1400, 2800, 5600])
  },
)

test.each([404, 'broken'] as const)(
  '[UI3] %s is final, until the device is back in the network',
  async reply => {
    replies = [reply]
    const i18next = await startI18next()
    expect([retryDelays, requestedPaths.length, i18next.t('greeting')]).toEqual([[], 1, 'greeting'])
    for (const listener of onlineListeners) listener()
    await expect.poll(() => i18next.t('greeting')).toBe('from /locales/en/common.json')
    for (const listener of onlineListeners) listener()
    expect(requestedPaths).toHaveLength(2)
  },
)

test('[UI3] without text files the frame and the sign-in screen speak built-in English, and the page says so', async () => {
  stubBrowser({ query: 'de', page: 'de' })
  // German and English of the common texts, then of the screen's texts.
  replies = [404, 404, 404, 404]
  const i18next = await startI18next()
  const { loadTextNamespaces, TextsMissingError } = await import('#web/language/language.ts')
  await loadTextNamespaces(['sign-in'])
  expect(i18next.t('common:navigation.practice')).toBe('Practice')
  expect(i18next.t('sign-in:code.wrong', { count: 2 })).toBe('That is not the code. 2 tries left.')
  expect(document.documentElement.lang).toBe('en')
  // Texts without built-in English are reported as missing.
  replies = [404, 404]
  await expect(loadTextNamespaces(['practice'])).rejects.toThrow(TextsMissingError)
  for (const listener of onlineListeners) listener()
  await expect.poll(() => document.documentElement.lang).toBe('de')
})

test('[HT8][UI2] texts are requested with same-origin credentials, missing keys are not sent, and values are inserted unescaped', async () => {
  const i18next = await startI18next()
  expect(i18next.t('named', { name: 'Romeo & <i>Juliet</i>' })).toBe('Hello Romeo & <i>Juliet</i>')
  i18next.t('no such key')
  // This request comes after any that the missing key would have caused.
  await i18next.loadNamespaces('pieces')
  expect(requestedPaths).toEqual(['/locales/en/common.json', '/locales/en/pieces.json'])
  expect(new Set(credentials)).toEqual(new Set(['same-origin']))
})

test('[HT8] missing keys are sent if the page says that they are collected', async () => {
  const page = { serverTiming: [{ name: 'missing-texts' }] }
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([page] as never)
  const i18next = await startI18next()
  i18next.t('no such key')
  await expect.poll(() => requestedPaths).toContain('/locales/add/en/common')
})

const SOURCES = ['query', 'cookie', 'local', 'session', 'browser', 'page'] as const
type Source = (typeof SOURCES)[number]

test.each(SOURCES)('[UI4] the %s decides before everything that comes after it', async source => {
  const rest = SOURCES.slice(SOURCES.indexOf(source) + 1)
  stubBrowser({ [source]: 'de', ...Object.fromEntries(rest.map(later => [later, 'en'])) })
  expect((await startI18next()).resolvedLanguage).toBe('de')
})

test.each([
  ['de-AT', 'de'],
  ['xx', 'en'],
])('[UI4] %s gets %s, and only existing files are requested', async (wanted, spoken) => {
  stubBrowser({ browser: wanted })
  expect((await startI18next()).resolvedLanguage).toBe(spoken)
  expect(document.documentElement.lang).toBe(spoken)
  for (const path of requestedPaths) expect(path).toMatch(/^\/locales\/(en|de)\/common\.json$/)
})

test('[UI4] a detected language is not stored; a chosen one is, for the app, other tabs and the server’s page', async () => {
  stubBrowser({ query: 'de' })
  const i18next = await startI18next()
  expect([localStorage.getItem('i18nextLng'), document.cookie]).toEqual([null, ''])
  const { chooseLanguage } = await import('#web/language/use-language.ts')
  chooseLanguage('en')
  await expect.poll(() => i18next.resolvedLanguage).toBe('en')
  expect(localStorage.getItem('i18nextLng')).toBe('en')
  expect(document.cookie).toMatch(/^i18next=en; path=\/; max-age=34560000; samesite=lax$/)
})

function stubBrowser({ query, cookie, local, session, browser, page }: Partial<Record<Source, string>>) {
  const storage = (language: string | undefined) => {
    const kept = new Map(language === undefined ? [] : [['i18nextLng', language]])
    return {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    }
  }
  const globals = {
    document: {
      cookie: cookie === undefined ? '' : `i18next=${cookie}`,
      documentElement: { lang: page ?? '', getAttribute: () => page ?? null },
    },
    localStorage: storage(local),
    sessionStorage: storage(session),
    location: { search: query === undefined ? '' : `?lng=${query}` },
    navigator: browser === undefined ? {} : { languages: [browser] },
    addEventListener: (event: string, listener: () => void) =>
      event === 'online' && onlineListeners.push(listener),
  }
  for (const [name, value] of Object.entries({ ...globals, window: globals })) vi.stubGlobal(name, value)
}
