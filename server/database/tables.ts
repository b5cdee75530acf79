import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { ClickSettings } from '#core/piece.ts'
import type { SessionEnd } from '#server/identity/ended-session.ts'
import type { PictureType } from '#server/account/avatar/picture-type.ts'

/** The rows as PostgreSQL keeps them. Times are milliseconds unless a Date is said; int8 arrives as a number. */
export type Tables = {
  user: UserTable
  session: SessionTable
  account: AccountTable
  verification: VerificationTable
  ended_session: EndedSessionTable
  sign_in_code: SignInCodeTable
  library_epoch: LibraryEpochTable
  user_revision: UserRevisionTable
  piece: PieceTable
  part: PartTable
  practice: PracticeTable
  sync_change: SyncChangeTable
  subscription: SubscriptionTable
  billing_account: BillingAccountTable
  stripe_event: StripeEventTable
  avatar: AvatarTable
  rate_limit: RateLimitTable
  mailbox: MailboxTable
  feedback: FeedbackTable
  event: EventTable
  job: JobTable
}

type Moment = ColumnType<Date, Date | string, Date | string>
type DefaultMoment = ColumnType<Date, Date | string | undefined, Date | string>

type UserTable = {
  id: string
  name: string
  email: string
  emailVerified: boolean
  image: string | null
  createdAt: DefaultMoment
  updatedAt: DefaultMoment
}

type SessionTable = {
  id: string
  expiresAt: Moment
  token: string
  createdAt: DefaultMoment
  updatedAt: Moment
  ipAddress: string | null
  userAgent: string | null
  userId: string
}

type AccountTable = {
  id: string
  accountId: string
  providerId: string
  userId: string
  accessToken: string | null
  refreshToken: string | null
  idToken: string | null
  accessTokenExpiresAt: Moment | null
  refreshTokenExpiresAt: Moment | null
  scope: string | null
  password: string | null
  createdAt: DefaultMoment
  updatedAt: Moment
}

type VerificationTable = {
  id: string
  identifier: string
  value: string
  expiresAt: Moment
  createdAt: DefaultMoment
  updatedAt: DefaultMoment
}

/** A session that was ended elsewhere, as long as its cookie can still come. */
type EndedSessionTable = {
  token_hash: string
  reason: SessionEnd
  kept_until: number
}

type SignInCodeTable = {
  browser_hash: string
  email: string
  code_hash: string
  /** The identifier under which Better Auth keeps the link of the same mail. */
  link_identifier: string
  tries: Generated<number>
  expires_at: number
  created_at: number
}

type LibraryEpochTable = {
  only_row: Generated<boolean>
  epoch: string
}

type UserRevisionTable = {
  user_id: string
  /** The number of the user's last write. */
  revision: Generated<number>
  /** A device that knows less than this may have missed deletions that were cleaned away. */
  minimum_revision: Generated<number>
}

type PieceTable = {
  user_id: string
  id: string
  name: string
  importance: number
  end_tempo: number
  click: JSONColumnType<ClickSettings> | null
  created_at: number
  updated_at: number
  deleted_at: number | null
  name_at: number
  importance_at: number
  end_tempo_at: number
  click_at: number
  revision: number
}

type PartTable = {
  user_id: string
  id: string
  piece_id: string
  name: string | null
  position: number
  current_tempo: number
  created_at: number
  last_practiced: number | null
  deleted_at: number | null
  name_at: number
  tempo_at: number
  revision: number
}

type PracticeTable = {
  user_id: string
  id: string
  piece_id: string
  part_id: string
  tempo: number
  at: number
  retracted_at: number | null
  revision: number
}

/** The changes that were applied, so that none is applied twice. */
type SyncChangeTable = {
  user_id: string
  id: string
  revision: number
  created_at: number
}

type SubscriptionTable = {
  user_id: string
  id: string
  /** The payment provider's word for it: active, trialing, past_due, canceled… */
  status: string
  price_id: string | null
  current_period_end: number | null
  cancel_at_period_end: Generated<boolean>
  /** Taken before the provider was asked: what was asked for earlier never overwrites it. */
  fetched_at: number
  /** 'due' from the moment a second subscription was noticed until its money is back. */
  refund: 'due' | 'done' | null
}

type BillingAccountTable = {
  user_id: string
  customer_id: string | null
  /** When the provider was last asked, later with every question even where the clock stands still. */
  fetched_at: Generated<number>
  /** Until when the newest page to pay on can be paid on; null when none is open. */
  checkout_until: number | null
  /** When to ask the provider again without being told to; null when there is nothing to ask. */
  check_due_at: number | null
  /** Part of the idempotency key of a checkout, one more after every answer. */
  attempt: Generated<number>
  lease_holder: string | null
  lease_until: Generated<number>
}

/** The provider's notices about customers of ours, each of which is acted on once at least. */
type StripeEventTable = {
  id: string
  type: string
  user_id: string
  received_at: number
  tried_at: number | null
  processed_at: number | null
}

/** The picture that a provider of sign-ins has of somebody. */
type AvatarTable = {
  user_id: string
  bytes: Uint8Array
  type: PictureType
  /** SHA-256 of the bytes. */
  hash: string
  /** When the sign-in asked for it. */
  fetched_at: number
}

type RateLimitTable = {
  key: string
  window_start: number
  count: number
}

/** Mails of a development machine, which sends none. */
type MailboxTable = {
  id: string
  to_address: string
  subject: string
  text: string
  html: string
  at: number
}

type FeedbackTable = {
  id: string
  user_id: string | null
  text: string
  language: string
  screen: string
  /** To the operator about the product, or with the claim on an answer that Pro has. */
  kind: Generated<'feedback' | 'support'>
  /** Whether its author was Pro when it came. */
  from_pro: Generated<boolean>
  /** When it came. */
  created_at: number
  /** When the musician wrote it, by the device's clock, at most when it came. */
  written_at: number
  /** When the operator got it by mail; null until then. */
  mailed_at: number | null
  /** Before this nobody tries to mail it: somebody is at it, or has just failed. */
  mail_due_at: Generated<number>
}

type EventTable = {
  id: string
  user_id: string | null
  name: string
  parameters: JSONColumnType<Record<string, unknown>>
  at: number
  received_at: number
  /** The host it is still to be passed on to; null when it is not, or has been. */
  share_with: string | null
}

type JobTable = {
  name: string
  due_at: number
  lease_until: number
  finished_at: number | null
}
