import * as z from 'zod/mini'
import { SIGN_IN_CODE_LIFETIME_SECONDS } from '#core/protocol/sign-in.ts'
import { readJsonItem, storeItem } from '#web/device/browser-storage.ts'

/**
 * The latest sign-in mail that this browser has requested, until the user signs in or decides to enter
 * another address. Its link works without typing the address again (spec 4). While its code is valid, the app
 * opens at the field for the code, because phones may end the app while the user reads the mail (rule SG3).
 */
export type SentSignInLink = z.infer<typeof sentSignInLinkSchema>

const sentSignInLinkSchema = z.object({
  email: z.string(),
  /** In ms of the device's clock. */
  at: z.number(),
  wrongCodes: z.number(),
})

const KEY = 'dacapo.sent-link'

export const loadRememberedEmail = (): string | null => load()?.email ?? null

/** Returns null if no mail was requested or its code has expired. */
export function loadSentSignInLink(): SentSignInLink | null {
  const sent = load()
  return sent === null || isSignInCodeExpired(sent) ? null : sent
}

/** True also if the clock was set back by more than a code's lifetime, because the age is then unknown. */
export const isSignInCodeExpired = ({ at }: SentSignInLink): boolean =>
  Math.abs(Date.now() - at) >= SIGN_IN_CODE_LIFETIME_SECONDS * 1000

export const saveSentSignInLink = (sent: SentSignInLink): void => void storeItem(KEY, JSON.stringify(sent))

export const forgetSentSignInLink = (): void => void storeItem(KEY, null)

const load = () => sentSignInLinkSchema.safeParse(readJsonItem(KEY)).data ?? null
