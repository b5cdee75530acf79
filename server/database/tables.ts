import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { SessionEndReason } from '#core/protocol/sign-in.ts'
import type { PictureType } from '#server/account/fetch-picture.ts'

/** Times are in milliseconds unless their type is Date. int8 columns are read as numbers. */
export type Tables = {
  user: UserTable
  session: SessionTable
  account: AccountTable
  verification: VerificationTable
  ended_session: EndedSessionTable
  deleted_user: DeletedUserTable
  sign_in_code: SignInCodeTable
  library_epoch: LibraryEpochTable
  user_revision: UserRevisionTable
  piece: PieceTable
  part: PartTable
  practice: PracticeTable
  sync_change: SyncChangeTable
  subscription: SubscriptionTable
  billing_account: BillingAccountTable
  avatar: AvatarTable
  rate_limit: RateLimitTable
  mailbox: MailboxTable
  feedback: FeedbackTable
  event: EventTable
  job: JobTable
}

type Timestamp = ColumnType<Date, Date | string, Date | string>
type DefaultedTimestamp = ColumnType<Date, Date | string | undefined, Date | string>

type UserTable = {
  id: string
  name: string
  email: string
  emailVerified: boolean
  image: string | null
  createdAt: DefaultedTimestamp
  updatedAt: DefaultedTimestamp
}

type SessionTable = {
  id: string
  expiresAt: Timestamp
  token: string
  createdAt: DefaultedTimestamp
  updatedAt: Timestamp
  ipAddress: string | null
  userAgent: string | null
  userId: string
}

/** Without the other columns of tokens: no statement names any of them, as none is stored. */
type AccountTable = {
  id: string
  accountId: string
  providerId: string
  userId: string
  accessToken: string | null
  createdAt: DefaultedTimestamp
  updatedAt: Timestamp
}

type VerificationTable = {
  id: string
  identifier: string
  value: string
  expiresAt: Timestamp
  createdAt: DefaultedTimestamp
  updatedAt: DefaultedTimestamp
}

/** A session that was ended on another device or with its account, kept until its cookie expires. */
type EndedSessionTable = {
  token_hash: string
  reason: SessionEndReason
  kept_until: number
}

/** A deleted user of whom rows are left, which are deleted in pieces. */
type DeletedUserTable = { id: string }

type SignInCodeTable = {
  browser_hash: string
  email: string
  code_hash: string
  /** The identifier under which Better Auth stores the link of the same mail. */
  link_identifier: string
  tries: Generated<number>
  expires_at: number
  created_at: number
}

type LibraryEpochTable = {
  only_row: Generated<boolean>
  epoch: string
  /** Earlier epochs, newest first, whose devices may continue without a full sync. */
  earlier: Generated<string[]>
}

type UserRevisionTable = {
  user_id: string
  revision: Generated<number>
  /** A device with an older revision may have missed deletions that were cleaned up. */
  minimum_revision: Generated<number>
  /** The number of the user's rows in piece and part, and in practice. */
  library_rows: Generated<number>
  practice_rows: Generated<number>
  /** The last UTC day on which the user wrote, counted from 1970, and the number of changes on that day. */
  day: Generated<number>
  changes_of_day: Generated<number>
}

/** Omits the columns of `PIECE_FIELDS` and `PART_FIELDS`, because no statement names them. */
type StoredRowTable = {
  user_id: string
  id: string
  created_at: number
  deleted_at: number | null
  stamps: JSONColumnType<Record<string, number>>
  revision: number
}

type PieceTable = StoredRowTable & { name: string; updated_at: number }
type PartTable = StoredRowTable & { piece_id: string; position: number; last_practiced: number | null }

/** Omits those columns of `ENTRY_FIELDS` that no statement names. */
type PracticeTable = { user_id: string; id: string; at: number; revision: number }

type SyncChangeTable = {
  user_id: string
  id: string
  revision: number
  created_at: number
}

type SubscriptionTable = {
  user_id: string
  id: string
  /** The status at the payment provider: active, trialing, past_due, canceled… */
  status: string
  current_period_end: number | null
  cancel_at_period_end: Generated<boolean>
}

type BillingAccountTable = {
  user_id: string
  customer_id: string | null
  /** The time of the last request to Stripe. It increases with every request, even if the clock stands still. */
  fetched_at: Generated<number>
  /** The time of the request whose answer was stored last. The answer to an earlier one is not stored any more. */
  stored_at: Generated<number>
  /** The checkout page at Stripe that was handed out last. */
  checkout_id: string | null
  /** Until this time no page is handed out, because the account is being deleted. */
  closed_until: Generated<number>
  /** The time of the next scheduled request to the provider; null if none is needed. */
  check_due_at: number | null
}

type AvatarTable = {
  user_id: string
  bytes: Uint8Array
  type: PictureType
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
  /** 'feedback' about the app, or 'support' for a question of a Pro user. */
  kind: Generated<'feedback' | 'support'>
  from_pro: Generated<boolean>
  created_at: number
  /** When the author wrote the message, by the device's clock, but not later than the arrival. */
  written_at: number
  /** Null until it was mailed to the operator. */
  mailed_at: number | null
}

type EventTable = {
  id: string
  user_id: string | null
  name: string
  parameters: JSONColumnType<Record<string, unknown>>
  at: number
  received_at: number
  /** The host to which the event still has to be forwarded; otherwise null. */
  share_with: string | null
}

type JobTable = {
  name: string
  due_at: number
  lease_until: number
  finished_at: number | null
}
