import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { RemoteSessionEndReason } from '#core/protocol/sign-in.ts'
import type { PictureType } from '#server/account/fetch-picture.ts'

/** Times are in ms since 1970; columns of type Timestamp or DefaultedTimestamp hold a Date instead. */
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
  ended_session: {
    token_hash: string
    reason: RemoteSessionEndReason
    kept_until: number
  }
  /** A deleted user whose library rows are still to be deleted. */
  deleted_user: { id: string }
  sign_in_code: {
    browser_hash: string
    email: string
    code_hash: string
    link_identifier: string
    tries: Generated<number>
    expires_at: number
    created_at: number
  }
  library_epoch: {
    only_row: Generated<boolean>
    epoch: string
    /** Earlier values of the column `epoch`, newest first. */
    earlier: Generated<string[]>
  }
  user_revision: {
    user_id: string
    revision: Generated<number>
    /** A device with a lower revision does a full sync, because it may have missed deletions (rule LS17). */
    minimum_revision: Generated<number>
    library_rows: Generated<number>
    practice_rows: Generated<number>
    /** The UTC day to which `changes_of_day` refers, in days since 1970. */
    day: Generated<number>
    changes_of_day: Generated<number>
  }
  piece: StoredRow & { name: string; updated_at: number }
  part: StoredRow & { piece_id: string; position: number; last_practiced: number | null }
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
    status: string
    current_period_end: number | null
    cancel_at_period_end: Generated<boolean>
  }
  billing_account: {
    user_id: string
    customer_id: string | null
    fetched_at: Generated<number>
    /** When the stored subscriptions were requested from Stripe. Responses to older requests are ignored. */
    stored_at: Generated<number>
    checkout_id: string | null
    /** No checkout page opens before this time; an account's deletion first sets it one minute ahead. */
    closed_until: Generated<number>
    /** When the server next asks Stripe for the subscriptions, in ms since 1970; null if it need not. */
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
    kind: Generated<'feedback' | 'support'>
    from_pro: Generated<boolean>
    created_at: number
    /** When the user wrote the message, by the device's clock, but no later than it arrived. */
    written_at: number
    mailed_at: number | null
  }
  event: {
    id: string
    user_id: string | null
    name: string
    parameters: JSONColumnType<Record<string, unknown>>
    at: number
    received_at: number
    /** The host to which this row must still be forwarded; null if there is none, or once that is done. */
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

type StoredRow = {
  user_id: string
  id: string
  created_at: number
  deleted_at: number | null
  stamps: JSONColumnType<Record<string, number>>
  revision: number
}
