import * as z from 'zod'

/** Where other people cannot reach: the addresses on which the stand-ins may exist. */
export const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1', '[::1]'])

/**
 * Every environment variable the server reads, with what is wrong when it is wrong and an example of a right
 * one. Rules between variables are in configuration.ts.
 */
export const environmentSchema = z.object({
  NODE_ENV: choice(['development', 'test', 'production'], 'production').default('development'),
  PORT: wholeNumber(0, 65_535, '3000').default(3000),
  HOST: text('127.0.0.1').default('127.0.0.1'),
  ORIGIN: z
    .string()
    .transform((value, context) => originOf(value) ?? fault(context, 'is not a web address without a path'))
    .meta({ example: 'https://practice.example.org' })
    .optional(),
  TRUST_PROXY: wholeNumber(0, 10, '1').default(0),
  LOG_LEVEL: choice(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'info').optional(),

  LOG_TO: choice(['files', 'stdout'], 'files').optional(),

  DATA_DIR: text('/var/lib/dacapo').optional(),
  DATABASE: choice(['embedded'], 'embedded').optional(),
  DATABASE_URL: urlOf(
    ['postgres:', 'postgresql:'],
    'postgres://dacapo:secret@db.example.org/dacapo',
  ).optional(),
  DATABASE_URL_DIRECT: urlOf(
    ['postgres:', 'postgresql:'],
    'postgres://dacapo:secret@db.example.org/dacapo',
  ).optional(),
  LIVE: choice(['listen', 'poll'], 'listen').default('listen'),

  SECRET: text('$(openssl rand -base64 48)').optional(),
  MISSING_TEXTS: choice(['collect'], 'collect').optional(),
  METRICS_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .meta({ example: '$(openssl rand -hex 24)' })
    .optional(),

  OPERATOR_NAME: text('Ada Lovelace').optional(),
  OPERATOR_ADDRESS: text("'Musterweg 1, 12345 Berlin'").optional(),
  OPERATOR_EMAIL: z.email('is not an e-mail address').meta({ example: 'hello@example.org' }).optional(),
  SMTP_URL: urlOf(['smtp:', 'smtps:'], 'smtps://user:password@mail.example.org').optional(),
  MAIL_FROM: text("'Dacapo <no-reply@example.org>'").optional(),

  FEEDBACK_TOKEN: text('3dfd05f8-d465-496d-801b-ebe880c11799').optional(),
  FEEDBACK_SCRIPT_URL: urlOf(
    ['https:', 'http:'],
    'https://widget.usersnap.com/global/load/{token}',
  ).optional(),
  FEEDBACK_WIDGET_NAV_DE: text('b4393e90-…').optional(),
  FEEDBACK_WIDGET_NAV_EN: text('b4393e90-…').optional(),
  FEEDBACK_WIDGET_DONE_DE: text('b4393e90-…').optional(),
  FEEDBACK_WIDGET_DONE_EN: text('b4393e90-…').optional(),

  STRIPE_SECRET_KEY: beginning(['sk_', 'rk_'], 'sk_live_…').optional(),
  STRIPE_WEBHOOK_SECRET: beginning(['whsec_'], 'whsec_…').optional(),
  STRIPE_PRICE_EUR_MONTH: beginning(['price_'], 'price_…').optional(),
  STRIPE_PRICE_EUR_YEAR: beginning(['price_'], 'price_…').optional(),
  STRIPE_PRICE_USD_MONTH: beginning(['price_'], 'price_…').optional(),
  STRIPE_PRICE_USD_YEAR: beginning(['price_'], 'price_…').optional(),

  GOOGLE_CLIENT_ID: text('1234.apps.googleusercontent.com').optional(),
  GOOGLE_CLIENT_SECRET: text('GOCSPX-…').optional(),
  FACEBOOK_CLIENT_ID: text('1234567890').optional(),
  FACEBOOK_CLIENT_SECRET: text('0a1b2c…').optional(),
  TWITTER_CLIENT_ID: text('abc…').optional(),
  TWITTER_CLIENT_SECRET: text('def…').optional(),

  ANALYTICS_URL: urlOf(['https:', 'http:'], 'https://figures.example.org/events').optional(),
  ANALYTICS_TOKEN: text('$(openssl rand -hex 24)').optional(),

  LIMIT_MAILS_PER_EMAIL: wholeNumber(1, 1_000_000, '5').default(5),
  LIMIT_MAILS_PER_CLIENT: wholeNumber(1, 1_000_000, '100').default(100),
  LIMIT_WRONG_SIGN_INS_PER_CLIENT: wholeNumber(1, 1_000_000, '100').default(100),
  LIMIT_SOCIAL_SIGN_INS_PER_CLIENT: wholeNumber(1, 1_000_000, '300').default(300),
  LIMIT_FEEDBACK_PER_CLIENT: wholeNumber(1, 1_000_000, '20').default(20),
  LIMIT_EVENTS_PER_CLIENT: wholeNumber(1, 1_000_000, '600').default(600),
  LIMIT_SYNC_PER_MINUTE: wholeNumber(1, 1_000_000, '6000').default(6000),
})

export type Environment = z.infer<typeof environmentSchema>

/** An example of a right value for the variable, or null for a name that is none of ours. */
export function exampleOf(name: string): string | null {
  const field = Object.entries(environmentSchema.shape).find(([key]) => key === name)?.[1]
  // The meta data sits on the innermost schema; optional() and default() wrap it.
  const inner = field instanceof z.ZodOptional || field instanceof z.ZodDefault ? field.unwrap() : field
  const example = inner instanceof z.ZodType ? inner.meta()?.['example'] : null
  return typeof example === 'string' ? example : null
}

function text(example: string) {
  return z.string().meta({ example })
}

/** An id or a key that tells by its first letters what it is, so that two of them are not mixed up. */
function beginning(starts: readonly string[], example: string) {
  const sentence = `must begin with ${starts.join(' or ')}`
  return z
    .string()
    .refine(value => starts.some(start => value.startsWith(start)), sentence)
    .meta({ example })
}

function choice<const Names extends readonly string[]>(names: Names, example: string) {
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

function urlOf(protocols: readonly string[], example: string) {
  const sentence = `must begin with ${protocols.map(protocol => `${protocol}//`).join(' or ')}`
  return z
    .string()
    .refine(value => URL.canParse(value) && protocols.includes(new URL(value).protocol), sentence)
    .meta({ example })
}

function originOf(value: string): string | null {
  if (!URL.canParse(value)) return null
  const url = new URL(value)
  const bare = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
  return bare && /^https?:$/.test(url.protocol) ? url.origin : null
}

function fault(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}
