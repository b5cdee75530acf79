import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

// The real i18next with its backend and detector, against a real HTTP server that fails as it is told.

type Reply = number | 'drop' | 'broken'
let replies: Reply[] = []
let asked: string[] = []
/** Milliseconds that i18next waited before it asked again. */
let waits: number[] = []
const server = createServer((request, response) => {
  asked.push(request.url ?? '')
  const reply = replies.shift() ?? 200
  if (reply === 'drop') return void request.socket.destroy()
  response.writeHead(typeof reply === 'number' ? reply : 200, { 'content-type': 'application/json' })
  response.end(reply === 'broken' ? '{"greeting": ' : JSON.stringify({ greeting: `from ${request.url}` }))
})
const [realFetch, realSetTimeout] = [fetch, setTimeout]
let origin = ''

beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  // The next file of this process gets the real one again.
  vi.doUnmock('i18next')
  vi.resetModules()
})

const isRetry = (milliseconds: number) => milliseconds > 0 && Number.isInteger(Math.log2(milliseconds / 350))

const credentials: unknown[] = []
let onlineListeners: (() => void)[] = []

beforeEach(() => {
  vi.resetModules()
  ;[replies, asked, waits, onlineListeners] = [[], [], [], []]
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  stubBrowser({})
  // A page knows where it comes from; here a path has to be told.
  vi.stubGlobal('fetch', (path: string, options: RequestInit) => {
    credentials.push(options.credentials)
    return realFetch(origin + path, options)
  })
  // i18next asks again at once; the connections of fetch have timers of their own.
  vi.stubGlobal('setTimeout', (run: () => void, milliseconds = 0) => {
    if (!isRetry(milliseconds)) return realSetTimeout(run, milliseconds)
    waits.push(milliseconds)
    return realSetTimeout(run, 0)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function started() {
  // The module has one instance for a whole page; every test is a page of its own.
  const real = await vi.importActual<typeof import('i18next')>('i18next')
  const i18next = real.createInstance()
  vi.doMock('i18next', () => ({ ...real, default: i18next }))
  const { startLoadingTexts } = await import('#web/language/language.ts')
  startLoadingTexts([])
  await expect.poll(() => i18next.isInitialized).toBe(true)
  return i18next
}

test.each([
  ['an error of the server', 503],
  ['a dropped connection', 'drop'],
] as const)(
  '[UI3] after %s the texts are asked for again, after 350 ms, then twice as long, five times at most',
  async (_, reply) => {
    replies = Array.from({ length: 20 }, () => reply)
    const i18next = await started()
    // Whatever else wants the file is served from the same six attempts.
    await i18next.loadNamespaces(['common'])
    await i18next.changeLanguage('en')
    expect(asked).toHaveLength(6)
    expect(waits).toEqual([350, 700, 1400, 2800, 5600])
  },
)

test('[UI3] a file that failed is asked for anew when the device is back in the network', async () => {
  replies = [404]
  const i18next = await started()
  expect(i18next.t('greeting')).toBe('greeting')
  for (const listener of onlineListeners) listener()
  await expect.poll(() => i18next.t('greeting')).toBe('from /locales/en/common.json')
  for (const listener of onlineListeners) listener()
  expect(asked).toHaveLength(2)
})

test('[UI3] without files of texts the frame and the sign-in screen speak built-in English, and keep what comes', async () => {
  replies = Array.from({ length: 3 }, () => 404)
  const i18next = await started()
  const { loadTexts, TextsMissingError } = await import('#web/language/language.ts')
  await loadTexts(['sign-in'])
  expect(i18next.t('common:navigation.practice')).toBe('Practice')
  expect(i18next.t('sign-in:send')).toBe('Send me a sign-in link')
  expect(i18next.t('sign-in:code.wrong', { count: 2 })).toBe('That is not the code. 2 tries left.')
  // What no built-in English can stand in for is said not to have come.
  await expect(loadTexts(['practice'])).rejects.toThrow(TextsMissingError)
})

test('[UI3] the page says in which language its screen is, also while English stands in for another', async () => {
  stubBrowser({ query: 'de', page: 'de' })
  // German and English of what all screens share, German and English of the screen.
  replies = [404, 404, 404, 404]
  await started()
  const { loadTexts } = await import('#web/language/language.ts')
  await loadTexts(['sign-in'])
  expect(document.documentElement.lang).toBe('en')
  for (const listener of onlineListeners) listener()
  await expect.poll(() => document.documentElement.lang).toBe('de')
})

test.each([
  ['an answer of the 4xx kind', 404],
  ['texts that cannot be read', 'broken'],
] as const)('[UI3] %s is final: it is asked for once, and nothing throws', async (_, reply) => {
  replies = [reply]
  const i18next = await started()
  expect(waits).toEqual([])
  expect(asked).toHaveLength(1)
  expect(i18next.t('greeting')).toBe('greeting')
})

test('[HT8] texts are asked for with same-origin credentials, and nothing that is missing is sent', async () => {
  const i18next = await started()
  i18next.t('no such key')
  // Asked for after whatever would have been sent for the missing key.
  await i18next.loadNamespaces('pieces')
  expect(asked).toEqual(['/locales/en/common.json', '/locales/en/pieces.json'])
  expect(new Set(credentials)).toEqual(new Set(['same-origin']))
})

test('[HT8] what is missing is sent where the page says that it is collected', async () => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    { serverTiming: [{ name: 'missing-texts' }] },
  ] as never)
  const i18next = await started()
  i18next.t('no such key')
  await expect.poll(() => asked).toContain('/locales/add/en/common')
})

const SOURCES = ['query', 'cookie', 'local', 'session', 'browser', 'page'] as const
type Source = (typeof SOURCES)[number]

test.each(SOURCES)('[UI4] the %s decides before everything that comes after it', async source => {
  const rest = SOURCES.slice(SOURCES.indexOf(source) + 1)
  stubBrowser({ [source]: 'de', ...Object.fromEntries(rest.map(later => [later, 'en'])) })
  expect((await started()).resolvedLanguage).toBe('de')
})

test.each([
  ['de-AT', 'de'],
  ['xx', 'en'],
  ['de-CH-1996', 'de'],
])('[UI4] %s speaks %s, and only files that are there are asked for', async (wanted, spoken) => {
  stubBrowser({ browser: wanted })
  const i18next = await started()
  expect(i18next.resolvedLanguage).toBe(spoken)
  expect(document.documentElement.lang).toBe(spoken)
  for (const path of asked) expect(path).toMatch(/^\/locales\/(en|de)\/common\.json$/)
})

test('[UI4] the languages are those that the build has found', async () => {
  vi.stubGlobal('LANGUAGES', ['en', 'de', 'fr'])
  stubBrowser({ browser: 'fr-CA' })
  const i18next = await started()
  expect(i18next.resolvedLanguage).toBe('fr')
  expect(document.documentElement.lang).toBe('fr')
  expect(i18next.t('greeting')).toBe('from /locales/fr/common.json')
})

test('[UI4] what was found is not kept; what is chosen is, for the app, other tabs and the server’s page', async () => {
  stubBrowser({ query: 'de' })
  const i18next = await started()
  expect(i18next.resolvedLanguage).toBe('de')
  expect([localStorage.getItem('i18nextLng'), document.cookie]).toEqual([null, ''])
  const { chooseLanguage } = await import('#web/language/use-language.ts')
  chooseLanguage('en')
  await expect.poll(() => i18next.resolvedLanguage).toBe('en')
  expect(localStorage.getItem('i18nextLng')).toBe('en')
  expect(document.cookie).toMatch(/^i18next=en; path=\/; max-age=34560000; samesite=lax$/)
  expect(sessionStorage.getItem('i18nextLng')).toBeNull()
})

/** The places a language can be found in, under the names that i18next gives them. */
function stubBrowser(set: Partial<Record<Source, string>>) {
  const storage = (language: string | undefined) => {
    const kept = new Map(language === undefined ? [] : [['i18nextLng', language]])
    return {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    }
  }
  const documentElement = { lang: set.page ?? '', getAttribute: () => set.page ?? null }
  const page = { cookie: set.cookie === undefined ? '' : `i18next=${set.cookie}`, documentElement }
  const [local, session] = [storage(set.local), storage(set.session)]
  const location = { search: set.query === undefined ? '' : `?lng=${set.query}`, pathname: '/', hash: '' }
  vi.stubGlobal('document', page)
  // There is no other tab whose choice could be heard.
  vi.stubGlobal('addEventListener', (event: string, listener: () => void) => {
    if (event === 'online') onlineListeners.push(listener)
  })
  vi.stubGlobal('localStorage', local)
  vi.stubGlobal('sessionStorage', session)
  vi.stubGlobal('location', location)
  vi.stubGlobal(
    'navigator',
    set.browser === undefined ? {} : { languages: [set.browser], language: set.browser },
  )
  vi.stubGlobal('window', { document: page, localStorage: local, sessionStorage: session, location })
}
