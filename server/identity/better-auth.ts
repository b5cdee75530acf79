import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { APIError } from 'better-auth/api'
import { magicLink } from 'better-auth/plugins'
import type { GoogleProfile } from 'better-auth/social-providers'
import type { Kysely } from 'kysely'
import { customAlphabet } from 'nanoid'
import type { Logger } from 'pino'
import { RETENTION_PERIODS } from '#core/library/retention.ts'
import { removeControlCharacters } from '#core/protocol/plain-text.ts'
import { SIGN_IN_LINK_LIFETIME_SECONDS, SIGN_IN_TOKEN_LENGTH } from '#core/protocol/sign-in.ts'
import type { Tables } from '#server/database/tables.ts'
import { INTERNAL_CLIENT_ADDRESS_HEADER } from '#server/http/client-address.ts'
import { createInMemoryLimiter } from '#server/http/rate-limit.ts'
import type { Configuration } from '#server/settings/configuration.ts'
import { normalizedEmailSchema } from './email-address.ts'
import { hostPrefixedCookieName } from './host-cookie.ts'
import { lockUserAgainstDeletion } from '#server/database/statements.ts'

const SESSION_SECONDS = RETENTION_PERIODS.sessionDays * 86_400

export type ReportedProviderAccount = { accountId: string; email: string | null }

type AuthEvents = {
  token: string | null
  created: boolean
  userId: string | null
  picture: string | null
  account: ReportedProviderAccount | null
}

const authEventStorage = new AsyncLocalStorage<AuthEvents>()

export const EMAIL_UNPROVEN_ERROR_CODE = 'email_unproven'

export const SIGN_IN_NOT_CONNECTED_ERROR_CODE = 'not_connected'

const MAX_NAME_LENGTH = 200

export type BetterAuth = ReturnType<typeof createBetterAuth>

export function createBetterAuth(configuration: Configuration, db: Kysely<Tables>, log: Logger) {
  // Repeated forged callbacks log one line per minute and message (rule ID18).
  const isRepeated = createInMemoryLimiter(1)
  return betterAuth({
    appName: 'Dacapo',
    baseURL: configuration.origin,
    basePath: '/api/auth',
    secret: configuration.secret,
    trustedOrigins: [configuration.origin],
    database: { db, type: 'postgres' },
    telemetry: { enabled: false },
    logger: {
      level: 'warn',
      // The arguments may contain addresses and tokens. The message alone is enough to look up the cause.
      log(level, message) {
        if (isRepeated(message, Date.now()) !== null) return
        log[level === 'error' ? 'error' : 'warn'](`Better Auth: ${message}`)
      },
    },
    emailAndPassword: { enabled: false },
    socialProviders: socialProviderOptions(configuration),
    account: {
      // An e-mail address that a provider has verified belongs to the user with that address. Better Auth would link
      // the account by itself; validateUserInfo stops it, because only the account screen connects (rule ID34).
      accountLinking: { enabled: true, trustedProviders: [] },
      updateAccountOnSignIn: false,
    },
    user: {
      // An account that is already connected may sign in. A new user needs a verified address: if it belonged to
      // somebody else, that person would later share the account by signing in by mail (rule ID16).
      validateUserInfo: ({ user, source }) => {
        const events = authEventStorage.getStore()
        if (events && source.method === 'oauth' && user.image) events.picture = user.image
        if (source.method !== 'oauth' || source.action === 'sign-in') return undefined
        if (source.action === 'link-account') return { error: SIGN_IN_NOT_CONNECTED_ERROR_CODE }
        // The address is stored as the provider writes it, so it must be the one that a sign-in by mail would store.
        const isStorable = normalizedEmailSchema.safeParse(user.email).data === user.email?.toLowerCase()
        const proven = user.emailVerified === true && isStorable
        return proven ? undefined : { error: EMAIL_UNPROVEN_ERROR_CODE }
      },
    },
    disabledPaths: ['/magic-link/verify', '/sign-in/magic-link'],
    // find-session.ts prolongs sessions.
    session: { expiresIn: SESSION_SECONDS, disableSessionRefresh: true },
    // Throws errors to the caller. Otherwise Better Auth's router prints them with all values, and our log's redaction
    // is bypassed (rule HT15).
    onAPIError: { errorURL: '/signin', throw: true },
    // Better Auth's rate limiter guards only its own routes, none of which is public. Our routes have their own limits.
    rateLimit: { enabled: false },
    advanced: {
      // Better Auth's own prefix, __Secure-, would let a sibling host set our cookies (rule ID18).
      useSecureCookies: false,
      cookiePrefix: hostPrefixedCookieName(configuration.origin, 'dacapo'),
      defaultCookieAttributes: { secure: configuration.origin.startsWith('https://') },
      ipAddress: { ipAddressHeaders: [INTERNAL_CLIENT_ADDRESS_HEADER] },
      // Reads a session and its user in one statement. If the second of two statements failed, Better Auth would print
      // its values, and our log's redaction would be bypassed.
      database: { joins: true },
    },
    databaseHooks: {
      user: {
        create: {
          // The name comes from outside. The picture's address is dropped because loading it would tell its host who
          // practices here (D22).
          before: async user => ({
            data: { ...user, name: sanitizeName(user.name), image: null },
          }),
          after: async () => {
            const events = authEventStorage.getStore()
            if (events) events.created = true
          },
        },
      },
      session: {
        create: {
          after: async session => {
            const events = authEventStorage.getStore()
            if (events) events.userId = session.userId
            await deleteIfUserGone(db, 'session', session)
          },
        },
      },
      account: {
        create: {
          // Provider tokens are not stored because we never call a provider's API.
          before: async account => ({ data: { ...account, ...EMPTY_TOKENS } }),
          after: account => deleteIfUserGone(db, 'account', account),
        },
      },
    },
    plugins: [
      magicLink({
        expiresIn: SIGN_IN_LINK_LIFETIME_SECONDS,
        storeToken: 'hashed',
        generateToken: () => generateLinkToken(),
        sendMagicLink: ({ token }) => {
          const events = authEventStorage.getStore()
          if (events) events.token = token
        },
      }),
    ],
  })
}

/** Better Auth stores rows without checking that their user still exists (rule DA1). */
async function deleteIfUserGone(
  db: Kysely<Tables>,
  table: 'session' | 'account',
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  if (await lockUserAgainstDeletion(db, userId)) return
  await db.deleteFrom(table).where('id', '=', id).execute()
  throw new APIError('UNAUTHORIZED')
}

const sanitizeName = (given: string) =>
  removeControlCharacters(given).replaceAll(/\s+/g, ' ').trim().slice(0, MAX_NAME_LENGTH).toWellFormed()

const EMPTY_TOKENS = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
  scope: null,
}

type Profile = { id: string; email?: string | null | undefined } | { sub: string; email?: string | null }

function socialProviderOptions(configuration: Configuration) {
  const { google, facebook, twitter } = configuration.social
  const captureProfile = (profile: Profile) => {
    const events = authEventStorage.getStore()
    const accountId = 'sub' in profile ? profile.sub : profile.id
    if (events) events.account = { accountId, email: profile.email ?? null }
    return {}
  }
  return {
    ...(google && {
      google: {
        ...google,
        mapProfileToUser: (profile: GoogleProfile) => {
          // Better Auth does not check for whom the token was made (rule ID18).
          if (profile.aud !== google.clientId) throw new Error('an id token was made for another client')
          return captureProfile(profile)
        },
      },
    }),
    ...(facebook && { facebook: { ...facebook, mapProfileToUser: captureProfile } }),
    ...(twitter && {
      twitter: { ...twitter, mapProfileToUser: ({ data }: { data: Profile }) => captureProfile(data) },
    }),
  }
}

export async function captureAuthEvents<Result>(
  call: () => Promise<Result>,
): Promise<AuthEvents & { result: Result }> {
  const events: AuthEvents = {
    token: null,
    created: false,
    userId: null,
    picture: null,
    account: null,
  }
  const result = await authEventStorage.run(events, call)
  return { ...events, result }
}

/** Better Auth stores a sign-in link under this hash of its token. */
export const hashLinkToken = (token: string) => createHash('sha256').update(token).digest('base64url')

// Letters only, 250 bits, so that the code is the only six-digit number in a mail.
const generateLinkToken = customAlphabet(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
  SIGN_IN_TOKEN_LENGTH,
)
