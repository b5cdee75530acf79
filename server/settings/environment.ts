import * as z from 'zod'

const POSTGRES = ['postgres:', 'postgresql:']

/**
 * Host names of the loopback interface. A development server may listen only on these, because its local replacements
 * for mail, payments and sign-in must not be reachable from other machines.
 */
export const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1', '[::1]'])

/**
 * Schema of all environment variables of the server, with error messages and examples. Checks of combinations of
 * variables are in setting-faults.ts.
 */
export const environmentSchema = z.object({
  NODE_ENV: oneOf(['development', 'test', 'production'], 'production').default('development'),
  PORT: wholeNumber(0, 65_535, '3000').default(3000),
  HOST: textWithExample('127.0.0.1').default('127.0.0.1'),
  ORIGIN: z
    .string()
    .transform(
      (value, context) => parseOrigin(value) ?? addFault(context, 'is not a web address without a path'),
    )
    .meta({ example: 'https://practice.example.org' })
    .optional(),
  TRUST_PROXY: wholeNumber(0, 10, '1').optional(),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'info').optional(),

  DATA_DIR: textWithExample('/var/lib/dacapo').optional(),
  DATABASE_URL: z
    .string()
    .refine(
      value => value === 'embedded' || hasProtocol(value, POSTGRES),
      'must be embedded, or begin with postgres:// or postgresql://',
    )
    .meta({ example: 'postgres://dacapo:secret@db.example.org/dacapo' })
    .optional(),
  DATABASE_URL_DIRECT: urlWithProtocol(POSTGRES, 'postgres://dacapo:secret@db.example.org/dacapo').optional(),
  LIVE: z
    .string()
    .refine(
      value => value === 'listen' || value === 'poll' || hasProtocol(value, ['redis:', 'rediss:']),
      'must be listen, poll, or begin with redis:// or rediss://',
    )
    .meta({ example: 'rediss://:secret@redis.example.org' })
    .optional(),

  SECRET: textWithExample('$(openssl rand -base64 48)').optional(),
  METRICS_TOKEN: textWithExample('$(openssl rand -hex 24)')
    .min(24, 'must have at least 24 characters')
    .optional(),

  OPERATOR_NAME: textWithExample('Ada Lovelace').optional(),
  OPERATOR_ADDRESS: textWithExample("'Musterweg 1, 12345 Berlin'").optional(),
  OPERATOR_EMAIL: z.email('is not an e-mail address').meta({ example: 'hello@example.org' }).optional(),
  SMTP_URL: urlWithProtocol(['smtp:', 'smtps:'], 'smtps://user:password@mail.example.org').optional(),
  MAIL_FROM: textWithExample("'Dacapo <no-reply@example.org>'").optional(),

  FEEDBACK_WIDGET: urlWithProtocol(
    ['https:', 'http:'],
    'https://widget.usersnap.com/global/load/3dfd05f8-…',
  ).optional(),
  FEEDBACK_WIDGET_IDS: fourTexts('navigation de, en, end of a routine de, en', '', '1a,2b,3c,4d').optional(),

  STRIPE_SECRET_KEY: withPrefix(['sk_', 'rk_'], 'sk_live_…').optional(),
  STRIPE_WEBHOOK_SECRET: withPrefix(['whsec_'], 'whsec_…').optional(),
  STRIPE_PRICES: fourTexts(
    'EUR a month, EUR a year, USD a month, USD a year',
    'price_',
    'price_1,price_2,price_3,price_4',
  ).optional(),

  GOOGLE_CLIENT: idAndSecret('1234.apps.googleusercontent.com:GOCSPX-…').optional(),
  FACEBOOK_CLIENT: idAndSecret('1234567890:0a1b2c…').optional(),
  TWITTER_CLIENT: idAndSecret('abc…:def…').optional(),

  ANALYTICS_URL: urlWithProtocol(['https:', 'http:'], 'https://:token@figures.example.org/events').optional(),

  LIMITS: z
    .string()
    .transform(
      (value, context) =>
        parseLimits(value) ??
        addFault(context, `must be name=number,… with ${Object.keys(LIMITS).join(', ')}`),
    )
    .meta({ example: 'mailsPerClient=500' })
    .optional(),
})

export type Environment = z.infer<typeof environmentSchema>

/** Returns the origin (scheme, host and port) at which browsers reach this server. */
export const originFromEnvironment = ({ ORIGIN, PORT }: Environment): string =>
  ORIGIN ?? `http://localhost:${PORT}`

export function exampleForSetting(name: string): string | null {
  const field = Object.entries(environmentSchema.shape).find(([key]) => key === name)?.[1]
  // The metadata is on the innermost schema, which optional() and default() wrap.
  const inner = field instanceof z.ZodOptional || field instanceof z.ZodDefault ? field.unwrap() : field
  const example = inner instanceof z.ZodType ? inner.meta()?.['example'] : null
  return typeof example === 'string' ? example : null
}

function textWithExample(example: string) {
  return z.string().meta({ example })
}

/** A key or id with a known prefix, so that two of them cannot be swapped by mistake. */
function withPrefix(starts: readonly string[], example: string) {
  const sentence = `must begin with ${starts.join(' or ')}`
  return z
    .string()
    .refine(value => starts.some(start => value.startsWith(start)), sentence)
    .meta({ example })
}

function oneOf<const Names extends readonly string[]>(names: Names, example: string) {
  return z.enum(names, `must be one of: ${names.join(', ')}`).meta({ example })
}

function wholeNumber(least: number, most: number, example: string) {
  return z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine(value => value >= least && value <= most, `must be a whole number from ${least} to ${most}`)
    .meta({ example })
}

function idAndSecret(example: string) {
  return z
    .string()
    .regex(/^[^:]+:.+$/, 'must be the id, a colon and the secret')
    .transform(value => {
      const end = value.indexOf(':')
      return { clientId: value.slice(0, end), clientSecret: value.slice(end + 1) }
    })
    .meta({ example })
}

/** Four values separated by commas, each of which starts with `prefix`. */
function fourTexts(order: string, prefix: string, example: string) {
  const sentence = `must be four values separated by commas (${order})${prefix && `, each of which begins with ${prefix}`}`
  return z
    .string()
    .transform(value => value.split(',').map(part => part.trim()))
    .refine(parts => parts.every(part => part !== '' && part.startsWith(prefix)), sentence)
    .pipe(z.tuple([z.string(), z.string(), z.string(), z.string()], sentence))
    .meta({ example })
}

function urlWithProtocol(protocols: readonly string[], example: string) {
  const sentence = `must begin with ${protocols.map(protocol => `${protocol}//`).join(' or ')}`
  return z
    .string()
    .refine(value => hasProtocol(value, protocols), sentence)
    .meta({ example })
}

const hasProtocol = (value: string, protocols: readonly string[]) =>
  URL.canParse(value) && protocols.includes(new URL(value).protocol)

function parseOrigin(value: string): string | null {
  if (!URL.canParse(value)) return null
  const url = new URL(value)
  const bare = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
  return bare && /^https?:$/.test(url.protocol) ? url.origin : null
}

function addFault(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}

/**
 * The limits that the routes set to their users and clients. Rate limits count per hour unless their name says minute
 * or day. A client is an IPv4 address or a /64 of IPv6.
 */
export const LIMITS = {
  /** Sign-in mails to one address, and again as many from each browser in which somebody has signed in with it. */
  mailsPerEmail: 5,
  mailsPerClient: 100,
  wrongSignInsPerClient: 100,
  socialSignInsPerClient: 300,
  feedbackPerClient: 20,
  eventsPerMinute: 1000,
  eventsPerDay: 30_000,
  /** Sync rounds of one user. */
  syncPerMinute: 6000,
}

export type ConfiguredLimits = Readonly<typeof LIMITS>

/**
 * Parses `name=number,name=number`, which replaces some of the limits: for tests, and for a school behind one address.
 * Returns null if a name or a number is unknown.
 */
export function parseLimits(text: string): ConfiguredLimits | null {
  const parts = text.split(',').map(part => part.trim().split('='))
  const isSound = parts.every(([name = '', value = '', ...rest]) => {
    return Object.hasOwn(LIMITS, name) && /^[1-9]\d{0,8}$/.test(value) && rest.length === 0
  })
  return isSound
    ? { ...LIMITS, ...Object.fromEntries(parts.map(([name, value]) => [name, Number(value)])) }
    : null
}
