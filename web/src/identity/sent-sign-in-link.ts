import * as z from 'zod/mini'
import { SIGN_IN_CODE_LIFETIME_SECONDS } from '#core/protocol/sign-in.ts'
import { readJsonItem, storeItem } from '#web/device/browser-storage.ts'

/**
 * The latest sign-in mail requested in this browser, kept until the user signs in or wants another address.
 * Its link signs in without the address being typed (spec 4). While its code is valid, the app opens at the
 * field for it, because phones end apps that are left for the mail (rule SG3).
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

/** Null if there is none or its code has expired. */
export function loadSentSignInLink(): SentSignInLink | null {
  const sent = load()
  return sent === null || isSignInCodeExpired(sent) ? null : sent
}

/** Also true if the clock was set back by more than a code's lifetime: the age is then unknown. */
export const isSignInCodeExpired = ({ at }: SentSignInLink): boolean =>
  Math.abs(Date.now() - at) >= SIGN_IN_CODE_LIFETIME_SECONDS * 1000

export const saveSentSignInLink = (sent: SentSignInLink): void => void storeItem(KEY, JSON.stringify(sent))

export const forgetSentSignInLink = (): void => void storeItem(KEY, null)

const load = () => sentSignInLinkSchema.safeParse(readJsonItem(KEY)).data ?? null
