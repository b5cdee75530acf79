import { sql, type Kysely } from 'kysely'

/**
 * No table has a foreign key to "user", so that the rows of a deleted account can be deleted table by table.
 * Times are in milliseconds, except in Better Auth's tables, which have timestamps.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...identity, ...library, ...billing, ...service])
    await sql.raw(statement).execute(db)
}

// Names, types and indexes as Better Auth 1.7.6 expects them. A test asks Better Auth whether anything is missing.
const identity = [
  `create table "user" (
    "id" text not null primary key,
    "name" text not null,
    "email" text not null unique,
    "emailVerified" boolean not null,
    "image" text,
    "createdAt" timestamptz default current_timestamp not null,
    "updatedAt" timestamptz default current_timestamp not null
  )`,
  `create table "session" (
    "id" text not null primary key,
    "expiresAt" timestamptz not null,
    "token" text not null unique,
    "createdAt" timestamptz default current_timestamp not null,
    "updatedAt" timestamptz not null,
    "ipAddress" text,
    "userAgent" text,
    "userId" text not null
  )`,
  `create index "session_userId_idx" on "session" ("userId")`,
  // For housekeeping, which would otherwise read whole tables (rule DB46).
  `create index session_expires_at on "session" ("expiresAt")`,
  `create index session_created_at on "session" ("createdAt")`,
  `create table "account" (
    "id" text not null primary key,
    "accountId" text not null,
    "providerId" text not null,
    "userId" text not null,
    "accessToken" text,
    "refreshToken" text,
    "idToken" text,
    "accessTokenExpiresAt" timestamptz,
    "refreshTokenExpiresAt" timestamptz,
    "scope" text,
    "password" text,
    "createdAt" timestamptz default current_timestamp not null,
    "updatedAt" timestamptz not null
  )`,
  `create index "account_userId_idx" on "account" ("userId")`,
  // An account at a provider signs in one user.
  `create unique index account_of_provider on "account" ("providerId", "accountId")`,
  `create table "verification" (
    "id" text not null primary key,
    "identifier" text not null,
    "value" text not null,
    "expiresAt" timestamptz not null,
    "createdAt" timestamptz default current_timestamp not null,
    "updatedAt" timestamptz default current_timestamp not null
  )`,
  `create index "verification_identifier_idx" on "verification" ("identifier")`,
  `create index verification_expires_at on "verification" ("expiresAt")`,
  // Why a session was ended: only one that was ended elsewhere deletes the device's data (D18). The hash of its random
  // token stands without user and device, so that only somebody who has the token can find the row.
  `create table ended_session (
    token_hash text not null primary key,
    reason text not null check (reason in ('session-revoked', 'account-deleted')),
    kept_until bigint not null
  )`,
  `create index ended_session_kept_until on ended_session (kept_until)`,
  // Users whose rows still have to be deleted, after the response to whoever deleted the account (rule DA1).
  `create table deleted_user (id text not null primary key)`,
  `create table sign_in_code (
    browser_hash text not null primary key,
    email text not null,
    code_hash text not null,
    link_identifier text not null,
    tries integer not null default 0,
    expires_at bigint not null,
    created_at bigint not null
  )`,
  `create index sign_in_code_expires_at on sign_in_code (expires_at)`,
  `create index sign_in_code_email on sign_in_code (email)`,
  `create table avatar (
    user_id text not null primary key,
    bytes bytea not null check (octet_length(bytes) between 1 and 524288),
    type text not null check (type in ('image/png', 'image/jpeg', 'image/webp'))
  )`,
]

// The ranges repeat those of core, so that a row that breaks them through a fault of ours is not stored.
const library = [
  `create table library_epoch (
    only_row boolean not null primary key default true check (only_row),
    epoch text not null,
    earlier text[] not null default '{}'
  )`,
  `insert into library_epoch (epoch) values (gen_random_uuid()::text)`,
  `create table user_revision (
    user_id text not null primary key,
    revision bigint not null default 0 check (revision >= 0),
    minimum_revision bigint not null default 0 check (minimum_revision between 0 and revision),
    library_rows integer not null default 0 check (library_rows >= 0),
    practice_rows integer not null default 0 check (practice_rows >= 0),
    day integer not null default 0,
    changes_of_day integer not null default 0
  )`,
  // A trigger, so that every new user gets this row: a user without it is one who was deleted.
  `create or replace function add_user_revision() returns trigger language plpgsql as
    $$ begin insert into user_revision (user_id) values (new.id); return new; end $$`,
  `create trigger user_revision_of_new_user after insert on "user" for each row execute function add_user_revision()`,
  `create table piece (
    user_id text not null,
    id text not null check (char_length(id) = 36),
    name text not null check (char_length(name) between 3 and 25),
    importance smallint not null check (importance between 1 and 5),
    end_tempo smallint not null check (end_tempo between 40 and 208),
    click jsonb check (jsonb_typeof(click) = 'object'),
    perform_on integer check (perform_on >= 0),
    on_hold boolean not null default false,
    created_at bigint not null check (created_at >= 0),
    updated_at bigint not null check (updated_at >= 0),
    deleted_at bigint check (deleted_at >= 0),
    stamps jsonb not null default '{}' check (jsonb_typeof(stamps) = 'object'),
    revision bigint not null check (revision > 0),
    primary key (user_id, id)
  )`,
  `create index piece_revision on piece (user_id, revision)`,
  `create index piece_living on piece (user_id) where deleted_at is null`,
  `create index piece_deleted_at on piece (deleted_at) where deleted_at is not null`,
  `create table part (
    user_id text not null,
    id text not null check (char_length(id) = 21),
    piece_id text not null,
    name text check (char_length(name) between 1 and 25),
    position integer not null check (position >= 0),
    current_tempo smallint not null check (current_tempo between 40 and 228),
    created_at bigint not null check (created_at >= 0),
    last_practiced bigint check (last_practiced >= 0),
    deleted_at bigint check (deleted_at >= 0),
    stamps jsonb not null default '{}' check (jsonb_typeof(stamps) = 'object'),
    revision bigint not null check (revision > 0),
    primary key (user_id, id)
  )`,
  `create index part_revision on part (user_id, revision)`,
  `create index part_piece on part (user_id, piece_id)`,
  `create index part_deleted_at on part (deleted_at) where deleted_at is not null`,
  // The history outlives its part and piece.
  `create table practice (
    user_id text not null,
    id text not null check (char_length(id) = 36),
    piece_id text not null,
    part_id text not null,
    tempo smallint not null check (tempo between 40 and 228),
    at bigint not null check (at >= 0),
    retracted_at bigint check (retracted_at >= 0),
    seconds smallint check (seconds between 1 and 3600),
    planned_seconds smallint check (planned_seconds between 60 and 3600),
    day integer,
    first_try_clean boolean,
    run_through_id text check (char_length(run_through_id) = 36),
    revision bigint not null check (revision > 0),
    primary key (user_id, id)
  )`,
  `create index practice_revision on practice (user_id, revision)`,
  // The newest entries of a part. Retracted ones have an index of their own, because a query would read and skip each.
  `create index practice_part on practice (user_id, part_id, at) where retracted_at is null`,
  `create index practice_part_retracted on practice (user_id, part_id, at) where retracted_at is not null`,
  `create table sync_change (
    user_id text not null,
    id text not null,
    revision bigint not null,
    created_at bigint not null,
    primary key (user_id, id)
  )`,
  `create index sync_change_created_at on sync_change (created_at)`,
]

// Stripe remains the source of truth about payments; these rows say when to fetch from it.
const billing = [
  `create table subscription (
    user_id text not null,
    id text not null,
    status text not null,
    current_period_end bigint,
    cancel_at_period_end boolean not null default false,
    primary key (user_id, id)
  )`,
  // One row per user who ever began to buy. It names the only page on which the user can pay.
  `create table billing_account (
    user_id text not null primary key,
    customer_id text unique,
    fetched_at bigint not null default 0,
    stored_at bigint not null default 0,
    checkout_id text,
    closed_until bigint not null default 0,
    check_due_at bigint
  )`,
  `create index billing_account_check_due_at on billing_account (check_due_at) where check_due_at is not null`,
]

const service = [
  `create table rate_limit (
    key text not null primary key,
    window_start bigint not null,
    count integer not null
  )`,
  `create index rate_limit_window_start on rate_limit (window_start)`,
  `create table mailbox (
    id text not null primary key,
    to_address text not null,
    subject text not null,
    text text not null,
    html text not null,
    at bigint not null
  )`,
  `create index mailbox_at on mailbox (at)`,
  `create table feedback (
    id text not null primary key,
    user_id text,
    kind text not null default 'feedback' check (kind in ('feedback', 'support')),
    text text not null,
    language text not null,
    screen text not null,
    from_pro boolean not null default false,
    created_at bigint not null,
    written_at bigint not null,
    mailed_at bigint
  )`,
  `create index feedback_user_id on feedback (user_id)`,
  `create index feedback_waiting on feedback (created_at) where mailed_at is null`,
  `create index feedback_created_at on feedback (created_at)`,
  `create table event (
    id text not null primary key,
    user_id text,
    name text not null,
    parameters jsonb not null,
    at bigint not null,
    received_at bigint not null,
    share_with text
  )`,
  `create index event_user_id_at on event (user_id, at, id)`,
  `create index event_received_at on event (received_at)`,
  `create index event_share_with on event (received_at) where share_with is not null`,
  `create table job (
    name text not null primary key,
    due_at bigint not null,
    lease_until bigint not null,
    finished_at bigint
  )`,
]
