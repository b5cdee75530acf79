import * as z from 'zod/mini'
import { SIGN_IN_CODE_LIFETIME_SECONDS } from '#core/protocol/sign-in.ts'
import { readJsonItem, storeItem } from '#web/device/browser-storage.ts'

/** Stored because phones may close the app while the user reads the sign-in mail (rule SG3). */
export type SentSignInLink = z.infer<typeof sentSignInLinkSchema>

const sentSignInLinkSchema = z.object({
  email: z.string(),
  at: z.number(),
  wrongCodes: z.number(),
})

const KEY = 'dacapo.sent-link'

export const loadSentLinkEmail = (): string | null => load()?.email ?? null

/** Returns null if no sign-in mail was requested or its code has expired. */
export function loadSentSignInLink(): SentSignInLink | null {
  const sent = load()
  return sent === null || isSignInCodeExpired(sent) ? null : sent
}

/** Also true if `at` is far in the future: after the clock was set back, the code's age is unknown. */
export const isSignInCodeExpired = ({ at }: SentSignInLink): boolean =>
  Math.abs(Date.now() - at) >= SIGN_IN_CODE_LIFETIME_SECONDS * 1000

export const saveSentSignInLink = (sent: SentSignInLink): void => void storeItem(KEY, JSON.stringify(sent))

export const forgetSentSignInLink = (): void => void storeItem(KEY, null)

const load = () => sentSignInLinkSchema.safeParse(readJsonItem(KEY)).data ?? null
