export const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1', '[::1]'])

/** These limits apply per hour unless the name says otherwise. A client is an IPv4 address or an IPv6 /64. */
export const DEFAULT_RATE_LIMITS = {
  mailsPerEmail: 5,
  mailsPerClient: 100,
  wrongSignInsPerClient: 100,
  socialSignInsPerClient: 300,
  feedbackPerClient: 20,
  eventsPerMinute: 1000,
  eventsPerDay: 30_000,
  syncPerMinute: 6000,
}

const limits = Object.keys(DEFAULT_RATE_LIMITS)
const EXAMPLE_POSTGRES = 'postgres://dacapo:secret@db.example.org/dacapo'

/** Returns null if valid, or else a text to put after the setting's name, such as 'must be https'. */
type Check = (value: string) => string | null

const anything: Check = () => null
const postgres = address('postgres', 'postgresql')
const idAndSecret = must(/^[^:]+:.+$/, 'must be the id, a colon and the secret')
const httpsUnlessLocal = both(
  address('https', 'http'),
  must(
    value => hasScheme(value, 'https') || isHere(value),
    'must be https, but for a server on this machine',
  ),
)

export const SETTING_DEFINITIONS = {
  NODE_ENV: ['production', oneOf('development', 'test', 'production')],
  PORT: ['3000', wholeNumberUpTo(65_535)],
  HOST: ['127.0.0.1', anything],
  ORIGIN: ['https://practice.example.org', must(isOrigin, 'is not a web address without a path')],
  TRUST_PROXY: ['1', wholeNumberUpTo(10)],
  LOG_LEVEL: ['info', oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent')],
  DATA_DIR: ['/var/lib/dacapo', anything],
  DATABASE_URL: [EXAMPLE_POSTGRES, value => (value === 'embedded' ? null : postgres(value))],
  DATABASE_URL_DIRECT: [EXAMPLE_POSTGRES, postgres],
  LIVE: [
    'rediss://:secret@redis.example.org',
    must(isLive, 'must be listen, poll, or redis[s]://host[/number]'),
  ],
  SECRET: ['$(openssl rand -base64 48)', anything],
  METRICS_TOKEN: ['$(openssl rand -hex 24)', must(/.{24}/, 'must have at least 24 characters')],
  OPERATOR_NAME: ['Ada Lovelace', anything],
  OPERATOR_ADDRESS: ["'Musterweg 1, 12345 Berlin'", anything],
  OPERATOR_EMAIL: ['hello@example.org', must(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'is not an e-mail address')],
  SMTP_URL: [
    'smtps://user:password@mail.example.org',
    both(
      address('smtp', 'smtps'),
      must(
        value => !allowsUnencryptedConnection(value) || isHere(value),
        'may say ?insecure only for a mail server on this machine: sign-in links would travel readable for all',
      ),
    ),
  ],
  MAIL_FROM: ["'Dacapo <no-reply@example.org>'", anything],
  FEEDBACK_WIDGET: ['https://widget.usersnap.com/global/load/3dfd05f8-…', httpsUnlessLocal],
  FEEDBACK_WIDGET_IDS: ['1a,2b,3c,4d', fourTexts('navigation de, en, end of a routine de, en')],
  STRIPE_SECRET_KEY: ['sk_live_…', must(/^[sr]k_/, 'must begin with sk_ or rk_')],
  STRIPE_WEBHOOK_SECRET: ['whsec_…', must(/^whsec_/, 'must begin with whsec_')],
  STRIPE_PRICES: [
    'price_1,price_2,price_3,price_4',
    fourTexts('EUR a month, EUR a year, USD a month, USD a year', 'price_'),
  ],
  GOOGLE_CLIENT: ['1234.apps.googleusercontent.com:GOCSPX-…', idAndSecret],
  FACEBOOK_CLIENT: ['1234567890:0a1b2c…', idAndSecret],
  TWITTER_CLIENT: ['abc…:def…', idAndSecret],
  ANALYTICS_URL: [
    'https://:token@figures.example.org/events',
    both(
      httpsUnlessLocal,
      must(value => new URL(value).username === '', 'must not hold a name: a token is https://:token@…'),
    ),
  ],
  LIMITS: [
    'mailsPerClient=500',
    must(
      new RegExp(String.raw`^((${limits.join('|')})=[1-9]\d{0,8}(,(?!$)|$))+$`),
      `must be name=number,… with ${limits.join(', ')}`,
    ),
  ],
} satisfies Record<string, readonly [example: string, check: Check]>

type SettingName = keyof typeof SETTING_DEFINITIONS

export type RawEnvironmentSettings = { [Name in SettingName]?: string }

export const SETTING_NAMES = Object.keys(SETTING_DEFINITIONS) as SettingName[]

function must(condition: RegExp | ((value: string) => boolean), reason: string): Check {
  const isMet = (value: string) => (condition instanceof RegExp ? condition.test(value) : condition(value))
  return value => (isMet(value) ? null : reason)
}

function both(first: Check, second: Check): Check {
  return value => first(value) ?? second(value)
}

function oneOf(...names: string[]): Check {
  return must(value => names.includes(value), `must be one of: ${names.join(', ')}`)
}

function wholeNumberUpTo(most: number): Check {
  const isSound = (value: string) => /^\d{1,9}$/.test(value) && Number(value) <= most
  return must(isSound, `must be a whole number from 0 to ${most}`)
}

function fourTexts(order: string, prefix = ''): Check {
  return must(
    new RegExp(String.raw`^(\s*${prefix}[^,\s][^,]*(,(?!$)|$)){4}$`),
    `must be four values separated by commas (${order})${prefix && `, each of which begins with ${prefix}`}`,
  )
}

function address(...schemes: string[]): Check {
  const beginnings = schemes.map(scheme => `${scheme}://`)
  return must(value => hasScheme(value, ...schemes), `must begin with ${beginnings.join(' or ')}`)
}

function hasScheme(value: string, ...schemes: string[]): boolean {
  return URL.canParse(value) && schemes.some(scheme => new URL(value).protocol === `${scheme}:`)
}

function isOrigin(value: string): boolean {
  return hasScheme(value, 'https', 'http') && new URL(value).href === `${new URL(value).origin}/`
}

function isLive(value: string): boolean {
  if (value === 'listen' || value === 'poll') return true
  return hasScheme(value, 'redis', 'rediss') && /^rediss?:\/\/[^/?#]+(\/\d*)?(\?.*)?$/.test(value)
}

const isHere = (url: string) => LOOPBACK_HOSTS.has(new URL(url).hostname)

export const allowsUnencryptedConnection = (url: string) => new URL(url).searchParams.has('insecure')

export type SettingFault = { name: SettingName; reason: string }

export function findSettingFaults(given: RawEnvironmentSettings): SettingFault[] {
  const sound: RawEnvironmentSettings = {}
  const faults: SettingFault[] = []
  for (const name of SETTING_NAMES) {
    const value = given[name]
    const reason = value === undefined ? null : SETTING_DEFINITIONS[name][1](value)
    if (reason !== null) faults.push({ name, reason })
    else if (value !== undefined) sound[name] = value
  }
  const isSound = ({ name }: SettingFault) => given[name] === sound[name]
  return [...faults, ...findFaultsTogether(sound).filter(isSound)]
}

function findFaultsTogether(given: RawEnvironmentSettings): SettingFault[] {
  const { DATABASE_URL: database, DATABASE_URL_DIRECT: direct, LIVE: live = 'listen', ORIGIN: origin } = given
  const isEmbedded = database === undefined || database === 'embedded'
  const always: ReturnType<typeof completeOrNotAtAll> = [
    ...completeOrNotAtAll(given, 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICES'),
    ...completeOrNotAtAll(given, 'FEEDBACK_WIDGET', 'FEEDBACK_WIDGET_IDS'),
    ['DATABASE_URL_DIRECT', isEmbedded && direct !== undefined, 'needs the DATABASE_URL of a PostgreSQL'],
    ['LIVE', isEmbedded && hasScheme(live, 'redis', 'rediss'), 'needs the DATABASE_URL of a PostgreSQL'],
  ]
  const inProduction: typeof always = [
    ['TRUST_PROXY', given.TRUST_PROXY === undefined, NEEDS_PROXIES],
    ['ORIGIN', origin?.startsWith('https://') !== true, 'must be https in production'],
    ['SECRET', Buffer.byteLength(given.SECRET ?? '') < 32, 'must have at least 32 bytes in production'],
    ['SMTP_URL', given.SMTP_URL === undefined, 'is needed in production: sign-in links go out by mail'],
    ['DATABASE_URL', database === undefined, 'is needed in production (embedded keeps all on this machine)'],
    ['DATABASE_URL', !isEmbedded && lacksSslMode(database), NEEDS_SSLMODE],
    ['DATABASE_URL_DIRECT', direct !== undefined && lacksSslMode(direct), NEEDS_SSLMODE],
    ['LIVE', hasScheme(live, 'redis') && !isHere(live) && !allowsUnencryptedConnection(live), NEEDS_REDISS],
  ]
  const elsewhere: typeof always = [
    ['HOST', !LOOPBACK_HOSTS.has(given.HOST ?? 'localhost'), IS_PUBLIC],
    ['ORIGIN', !isHere(origin ?? 'http://localhost'), IS_PUBLIC],
  ]
  return [...always, ...(given.NODE_ENV === 'production' ? inProduction : elsewhere)].flatMap(
    ([name, isWrong, reason]) => (isWrong ? [{ name, reason }] : []),
  )
}

function completeOrNotAtAll(
  given: RawEnvironmentSettings,
  ...names: SettingName[]
): (readonly [name: SettingName, isWrong: boolean, reason: string])[] {
  const isGiven = (name: SettingName) => given[name] !== undefined
  const reason = `is missing: ${names.join(', ')} belong together`
  return names.map(name => [name, names.some(isGiven) && !isGiven(name), reason])
}

const NEEDS_PROXIES =
  'is needed in production: 1 behind a proxy of yours (nginx, Caddy, a load balancer), 0 where none stands before it'
const NEEDS_SSLMODE =
  'must say ?sslmode=verify-full for a database on another machine (or ?sslmode=disable where the network between is yours)'
const NEEDS_REDISS =
  'must be rediss:// on another machine, or say ?insecure if the network between is yours alone'
const IS_PUBLIC =
  'can be reached by others, and without the production configuration anyone could sign in as any user:' +
  ' set NODE_ENV=production (which then names what else it needs), or stay on localhost'

/** As in pg, `?host=` overrides the URL's host. A host that is a path is a socket and needs no sslmode. */
function lacksSslMode(url: string): boolean {
  const { hostname, searchParams } = new URL(url)
  const host = searchParams.getAll('host').at(-1) || hostname
  if (host === '' || /^(\/|%2f)/i.test(host) || LOOPBACK_HOSTS.has(host)) return false
  const mode = searchParams.getAll('sslmode').at(-1) ?? ''
  // With uselibpqcompat the driver checks no certificate for `require`.
  return !/^(disable|require|verify-ca|verify-full)$/.test(mode) || searchParams.has('uselibpqcompat')
}
