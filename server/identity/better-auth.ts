import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { APIError } from 'better-auth/api'
import { magicLink } from 'better-auth/plugins'
import type { Kysely } from 'kysely'
import { customAlphabet } from 'nanoid'
import type { Logger } from 'pino'
import { LIFETIMES } from '#core/lifetimes.ts'
import { LINK_SECONDS } from '#core/sign-in.ts'
import type { Configuration } from '#server/configuration.ts'
import type { Tables } from '#server/database/tables.ts'
import { plainText } from '#server/plain-text.ts'
import { emailAddress } from './email-address.ts'
import { holdUser } from './living-user.ts'
import { socialClientsOf } from './social-settings.ts'

const DAY_SECONDS = 86_400
/** How often at most a session is written that when it was last seen (rule ID22). */
const HOUR_SECONDS = 3600

/** What Better Auth tells while one of its calls runs; read by whoever made the call. */
type Overheard = {
  token: string | null
  created: boolean
  /** Whether a session was found that had run out. */
  ranOut: boolean
  /** Whom a session was begun for. */
  userId: string | null
  /** The address of the picture that a provider has of them. */
  picture: string | null
  /** The account of a provider that vouches for no address. */
  account: { accountId: string; email: string } | null
}

const overhearing = new AsyncLocalStorage<Overheard>()

/** With what a provider's word is refused that does not prove an e-mail address. */
export const EMAIL_UNPROVEN = 'email_unproven'

const LONGEST_NAME = 200

export type BetterAuth = ReturnType<typeof createBetterAuth>

/**
 * Better Auth as the engine behind our own endpoints: it keeps users, sessions and the links' hashes on our
 * connection and speaks with the providers. None of its routes is public by itself, and it sends no mail.
 */
export function createBetterAuth(configuration: Configuration, db: Kysely<Tables>, log: Logger) {
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
      // Its arguments may hold addresses and tokens; the sentence alone is enough to look it up.
      log: (level, message) => log[level === 'error' ? 'error' : 'warn'](`Better Auth: ${message}`),
    },
    emailAndPassword: { enabled: false },
    socialProviders: socialProvidersOf(configuration),
    account: {
      // One person, one user: whoever a provider vouches for as the owner of an address is the user of that address.
      accountLinking: { enabled: true, trustedProviders: [] },
      updateAccountOnSignIn: false,
    },
    user: {
      // Whoever is known by a provider's own number gets in; for everything else the address must be proven: a user
      // made with an address of somebody else's would be theirs, too, once they come by mail (rule ID17).
      validateUserInfo: ({ user, source }) => {
        const overheard = overhearing.getStore()
        if (overheard && source.method === 'oauth' && user.image) overheard.picture = user.image
        if (source.method !== 'oauth' || source.action === 'sign-in') return undefined
        const proven = user.emailVerified === true && emailAddress.safeParse(user.email).success
        return proven ? undefined : { error: EMAIL_UNPROVEN }
      },
    },
    disabledPaths: ['/magic-link/verify', '/sign-in/magic-link'],
    session: { expiresIn: LIFETIMES.sessionDays * DAY_SECONDS, updateAge: HOUR_SECONDS },
    // Whatever fails is thrown to who called: otherwise its router prints it, values and all, past our log (rule HT15).
    onAPIError: { errorURL: '/signin', throw: true },
    // Its limiter guards only its own routes, and none of them is public; our routes count for themselves.
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'dacapo',
      useSecureCookies: configuration.origin.startsWith('https://'),
      ipAddress: { ipAddressHeaders: ['x-real-ip'] },
      // A session and its user in one statement. The second of two prints its failure, values and all, past our log.
      database: { joins: true },
    },
    databaseHooks: {
      user: {
        create: {
          // The name is a stranger's text. The picture's address would tell its host who practices (D22).
          before: async user => ({
            data: { ...user, name: nameIn(user.name), image: null },
          }),
          after: async () => {
            const overheard = overhearing.getStore()
            if (overheard) overheard.created = true
          },
        },
      },
      session: {
        create: {
          after: async session => {
            const overheard = overhearing.getStore()
            if (overheard) overheard.userId = session.userId
            await leaveNoOrphan(db, 'session', session)
          },
        },
        delete: {
          before: async ({ expiresAt }) => {
            const overheard = overhearing.getStore()
            if (overheard) overheard.ranOut = expiresAt < new Date()
          },
        },
      },
      account: {
        create: {
          // We never call a provider's interfaces, so its tokens are not kept.
          before: async account => ({ data: { ...account, ...NO_TOKENS } }),
          after: account => leaveNoOrphan(db, 'account', account),
        },
      },
    },
    plugins: [
      magicLink({
        expiresIn: LINK_SECONDS,
        storeToken: 'hashed',
        generateToken: email => boundToken(newToken(), email),
        sendMagicLink: ({ token }) => {
          const overheard = overhearing.getStore()
          if (overheard) overheard.token = token
        },
      }),
    ],
  })
}

/**
 * Takes back what was written for a user whose account was deleted in the same moment (rule DA3). Better Auth asks for
 * the user first and writes without looking again.
 */
async function leaveNoOrphan(
  db: Kysely<Tables>,
  table: 'session' | 'account',
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  if (await holdUser(db, userId)) return
  await db.deleteFrom(table).where('id', '=', id).execute()
  throw new APIError('UNAUTHORIZED')
}

const nameIn = (given: string) =>
  plainText().parse(given).replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_NAME).toWellFormed()

const NO_TOKENS = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
  scope: null,
}

/** What Facebook says of somebody, in either of its two forms. */
type Face = ({ id: string } | { sub: string }) & { email?: string | null | undefined }

/** The clients; of Facebook's people it is overheard who they are, as it does not vouch for their addresses. */
function socialProvidersOf(configuration: Configuration) {
  const { facebook, ...others } = socialClientsOf(configuration)
  if (facebook === undefined) return others
  const mapProfileToUser = (face: Face) => {
    const overheard = overhearing.getStore()
    const accountId = 'sub' in face ? face.sub : face.id
    if (overheard && face.email) overheard.account = { accountId, email: face.email }
    return {}
  }
  return { ...others, facebook: { ...facebook, mapProfileToUser } }
}

/** Runs a call of Better Auth and gives, beside its result, what happened on the way. */
export async function overhear<Result>(call: () => Promise<Result>): Promise<Overheard & { result: Result }> {
  const overheard: Overheard = {
    token: null,
    created: false,
    ranOut: false,
    userId: null,
    picture: null,
    account: null,
  }
  const result = await overhearing.run(overheard, call)
  return { ...overheard, result }
}

/**
 * A link's token is stored as the hash of token and address together: with another address it is not found,
 * so it neither signs in nor is it used up (rule ID3). The address must be normalized.
 */
export const boundToken = (token: string, email: string) => `${token}:${email}`

/** Under which name Better Auth stores a bound token. A test compares it with the row it writes. */
export const identifierOf = (bound: string) => createHash('sha256').update(bound).digest('base64url')

// Letters only, 250 bits: so the code stays the only six-digit number in a mail.
const newToken = customAlphabet('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 44)
