import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { SessionEndReason } from '#core/protocol/sign-in.ts'
import type { PictureType } from '#server/account/fetch-picture.ts'

/** Times are in milliseconds unless their type is Date. int8 columns are read as numbers. */
export type Tables = {
  user: {
    id: string
    name: string
    email: string
    emailVerified: boolean
    image: string | null
    createdAt: DefaultedTimestamp
    updatedAt: DefaultedTimestamp
  }
  session: {
    id: string
    expiresAt: Timestamp
    token: string
    createdAt: DefaultedTimestamp
    updatedAt: Timestamp
    ipAddress: string | null
    userAgent: string | null
    userId: string
  }
  /** Omits columns that our code never names, such as `refreshToken`: no tokens of a provider are stored. */
  account: {
    id: string
    accountId: string
    providerId: string
    userId: string
    accessToken: string | null
    createdAt: DefaultedTimestamp
    updatedAt: Timestamp
  }
  verification: {
    id: string
    identifier: string
    value: string
    expiresAt: Timestamp
    createdAt: DefaultedTimestamp
    updatedAt: DefaultedTimestamp
  }
  /** A session ended on another device or with its account. It is kept until its cookie expires. */
  ended_session: {
    token_hash: string
    reason: SessionEndReason
    kept_until: number
  }
  /** A deleted user whose library rows are still being deleted. */
  deleted_user: { id: string }
  sign_in_code: {
    browser_hash: string
    email: string
    code_hash: string
    /** Better Auth's identifier of the sign-in link in the mail that contains the code. */
    link_identifier: string
    tries: Generated<number>
    expires_at: number
    created_at: number
  }
  library_epoch: {
    only_row: Generated<boolean>
    epoch: string
    /** Earlier epochs, newest first. A device that last synced in one of them needs no reset (rule LS17). */
    earlier: Generated<string[]>
  }
  user_revision: {
    user_id: string
    revision: Generated<number>
    /** Devices with an older revision may have missed deletions whose rows were purged since. */
    minimum_revision: Generated<number>
    /** The number of the user's pieces and parts. `practice_rows` is the number of practice entries. */
    library_rows: Generated<number>
    practice_rows: Generated<number>
    /** The UTC day, counted from 1970, on which the user last wrote. `changes_of_day` counts its changes. */
    day: Generated<number>
    changes_of_day: Generated<number>
  }
  piece: StoredRow & { name: string; updated_at: number }
  part: StoredRow & { piece_id: string; position: number; last_practiced: number | null }
  /** Omits columns that no statement names: their names come from `ENTRY_FIELDS`. */
  practice: { user_id: string; id: string; at: number; revision: number }
  sync_change: {
    user_id: string
    id: string
    revision: number
    created_at: number
  }
  subscription: {
    user_id: string
    id: string
    /** The status at Stripe: active, trialing, past_due, canceled… */
    status: string
    current_period_end: number | null
    cancel_at_period_end: Generated<boolean>
  }
  billing_account: {
    user_id: string
    customer_id: string | null
    /** The time of the last request to Stripe, moved forward if it would not be later than the one before. */
    fetched_at: Generated<number>
    /** The time of the request whose answer was stored last. Answers to earlier requests are discarded. */
    stored_at: Generated<number>
    /** The checkout page at Stripe that the user was given last. */
    checkout_id: string | null
    /** Until this time the user gets no checkout page, because the account is being deleted. */
    closed_until: Generated<number>
    /** The time of the next scheduled request to Stripe; null if none is needed. */
    check_due_at: number | null
  }
  avatar: {
    user_id: string
    bytes: Uint8Array
    type: PictureType
  }
  rate_limit: {
    key: string
    window_start: number
    count: number
  }
  /** Keeps the mails of a development machine, which sends none. */
  mailbox: {
    id: string
    to_address: string
    subject: string
    text: string
    html: string
    at: number
  }
  feedback: {
    id: string
    user_id: string | null
    text: string
    language: string
    screen: string
    /** 'feedback' is about the app; 'support' is a question that needs an answer. */
    kind: Generated<'feedback' | 'support'>
    from_pro: Generated<boolean>
    created_at: number
    /** When the message was written, by the device's clock, but no later than its arrival. */
    written_at: number
    /** Null until the message was mailed to the operator. */
    mailed_at: number | null
  }
  event: {
    id: string
    user_id: string | null
    name: string
    parameters: JSONColumnType<Record<string, unknown>>
    at: number
    received_at: number
    /** The host to which the event must still be forwarded; null if none. */
    share_with: string | null
  }
  job: {
    name: string
    due_at: number
    lease_until: number
    finished_at: number | null
  }
}

type Timestamp = ColumnType<Date, Date | string, Date | string>
type DefaultedTimestamp = ColumnType<Date, Date | string | undefined, Date | string>

/** Omits columns that no statement names: their names come from `PIECE_FIELDS` and `PART_FIELDS`. */
type StoredRow = {
  user_id: string
  id: string
  created_at: number
  deleted_at: number | null
  stamps: JSONColumnType<Record<string, number>>
  revision: number
}
