import * as z from 'zod'

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
  DATABASE: oneOf(['embedded'], 'embedded').optional(),
  DATABASE_URL: urlWithProtocol(
    ['postgres:', 'postgresql:'],
    'postgres://dacapo:secret@db.example.org/dacapo',
  ).optional(),
  DATABASE_URL_DIRECT: urlWithProtocol(
    ['postgres:', 'postgresql:'],
    'postgres://dacapo:secret@db.example.org/dacapo',
  ).optional(),
  LIVE: oneOf(['listen', 'poll'], 'listen').optional(),
  BUS_URL: urlWithProtocol(['redis:', 'rediss:'], 'rediss://:secret@redis.example.org').optional(),

  HSTS: oneOf(['host', 'subdomains'], 'subdomains').default('host'),

  SECRET: textWithExample('$(openssl rand -base64 48)').optional(),
  SECRET_PREVIOUS: textWithExample('the SECRET of before').optional(),
  DEV_KEY: textWithExample('$(openssl rand -hex 12)').min(16, 'must have at least 16 characters').optional(),
  MISSING_TEXTS: oneOf(['collect'], 'collect').optional(),
  METRICS_TOKEN: z
    .string()
    .min(24, 'must have at least 24 characters')
    .meta({ example: '$(openssl rand -hex 24)' })
    .optional(),

  OPERATOR_NAME: textWithExample('Ada Lovelace').optional(),
  OPERATOR_ADDRESS: textWithExample("'Musterweg 1, 12345 Berlin'").optional(),
  OPERATOR_EMAIL: z.email('is not an e-mail address').meta({ example: 'hello@example.org' }).optional(),
  SMTP_URL: urlWithProtocol(['smtp:', 'smtps:'], 'smtps://user:password@mail.example.org').optional(),
  MAIL_FROM: textWithExample("'Dacapo <no-reply@example.org>'").optional(),

  FEEDBACK_TOKEN: textWithExample('3dfd05f8-d465-496d-801b-ebe880c11799').optional(),
  FEEDBACK_SCRIPT_URL: urlWithProtocol(
    ['https:', 'http:'],
    'https://widget.usersnap.com/global/load/{token}',
  ).optional(),
  FEEDBACK_WIDGET_NAV_DE: textWithExample('b4393e90-…').optional(),
  FEEDBACK_WIDGET_NAV_EN: textWithExample('b4393e90-…').optional(),
  FEEDBACK_WIDGET_DONE_DE: textWithExample('b4393e90-…').optional(),
  FEEDBACK_WIDGET_DONE_EN: textWithExample('b4393e90-…').optional(),

  STRIPE_SECRET_KEY: withPrefix(['sk_', 'rk_'], 'sk_live_…').optional(),
  STRIPE_WEBHOOK_SECRET: withPrefix(['whsec_'], 'whsec_…').optional(),
  STRIPE_PRICE_EUR_MONTH: withPrefix(['price_'], 'price_…').optional(),
  STRIPE_PRICE_EUR_YEAR: withPrefix(['price_'], 'price_…').optional(),
  STRIPE_PRICE_USD_MONTH: withPrefix(['price_'], 'price_…').optional(),
  STRIPE_PRICE_USD_YEAR: withPrefix(['price_'], 'price_…').optional(),

  GOOGLE_CLIENT_ID: textWithExample('1234.apps.googleusercontent.com').optional(),
  GOOGLE_CLIENT_SECRET: textWithExample('GOCSPX-…').optional(),
  FACEBOOK_CLIENT_ID: textWithExample('1234567890').optional(),
  FACEBOOK_CLIENT_SECRET: textWithExample('0a1b2c…').optional(),
  TWITTER_CLIENT_ID: textWithExample('abc…').optional(),
  TWITTER_CLIENT_SECRET: textWithExample('def…').optional(),

  ANALYTICS_URL: urlWithProtocol(['https:', 'http:'], 'https://figures.example.org/events').optional(),
  ANALYTICS_TOKEN: textWithExample('$(openssl rand -hex 24)').optional(),

  LIMIT_MAILS_PER_EMAIL: wholeNumber(1, 1_000_000, '5').default(5),
  LIMIT_MAILS_PER_CLIENT: wholeNumber(1, 1_000_000, '100').default(100),
  LIMIT_WRONG_SIGN_INS_PER_CLIENT: wholeNumber(1, 1_000_000, '100').default(100),
  LIMIT_SOCIAL_SIGN_INS_PER_CLIENT: wholeNumber(1, 1_000_000, '300').default(300),
  LIMIT_FEEDBACK_PER_CLIENT: wholeNumber(1, 1_000_000, '20').default(20),
  LIMIT_EVENTS_PER_MINUTE: wholeNumber(1, 1_000_000, '1000').default(1000),
  LIMIT_EVENTS_PER_DAY: wholeNumber(1, 1_000_000, '30000').default(30_000),
  LIMIT_SYNC_PER_MINUTE: wholeNumber(1, 1_000_000, '6000').default(6000),
  LIMIT_OPEN_REQUESTS: wholeNumber(10, 100_000, '250').default(250),
  LIMIT_RUNNING_REQUESTS: wholeNumber(10, 100_000, '32').default(32),
  LIMIT_WAIT_MILLISECONDS: wholeNumber(100, 60_000, '1000').default(1000),
})

/** The parsed environment variables of the server. */
export type Environment = z.infer<typeof environmentSchema>

/** Returns the origin (scheme, host and port) at which browsers reach this server. */
export const originFromEnvironment = ({ ORIGIN, PORT }: Environment): string =>
  ORIGIN ?? `http://localhost:${PORT}`

/** Returns an example value for an environment variable, or null if the server has no such variable. */
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

function urlWithProtocol(protocols: readonly string[], example: string) {
  const sentence = `must begin with ${protocols.map(protocol => `${protocol}//`).join(' or ')}`
  return z
    .string()
    .refine(value => URL.canParse(value) && protocols.includes(new URL(value).protocol), sentence)
    .meta({ example })
}

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
