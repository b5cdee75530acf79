import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

const PIECES = 5
const PARTS_OF_PIECE = 3
/** Practice entries of each user. */
export const ENTRIES_PER_USER = 100

/** Ids of the length and the disorder of real ones: users' and sessions' have 32 characters, parts' 21, all others 36. */
const user = 'md5(u::text)'
const piece = "md5('piece ' || u || ' ' || p)::uuid::text"
const part = "left(md5('part ' || u || ' ' || p || ' ' || s), 21)"
const entry = "md5('entry ' || u || ' ' || e)::uuid::text"
const change = "md5('change ' || u || ' ' || e)::uuid::text"
const event = "md5('event ' || u || ' ' || e)::uuid::text"
/** An entry belongs to one of the parts by turns. */
const ofEntry = (of: string) =>
  of.replaceAll(/\bp\b(?!')/g, `(e % ${PIECES})`).replaceAll(/\bs\b(?!')/g, `(e % ${PARTS_OF_PIECE})`)

const ROWS = [
  `"user" (id, name, email, "emailVerified") select ${user}, 'Anna Example', 'musician-' || u || '@example.org', true
    from users`,
  `session (id, "expiresAt", token, "updatedAt", "userId", "userAgent")
    select md5('session ' || u), now() + interval '60 days', md5('token ' || u), now(), ${user},
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
    from users`,
  `user_revision (user_id, revision, library_rows, practice_rows)
    select ${user}, ${ENTRIES_PER_USER + 1}, ${PIECES * (PARTS_OF_PIECE + 1)}, ${ENTRIES_PER_USER} from users
    on conflict (user_id) do update set revision = excluded.revision, library_rows = excluded.library_rows,
      practice_rows = excluded.practice_rows`,
  `piece (user_id, id, name, importance, end_tempo, created_at, updated_at, name_at, importance_at, end_tempo_at, click_at,
      revision)
    select ${user}, ${piece}, 'Sonata in A minor', 3, 120, ms, ms, ms, ms, ms, ms, 1
    from users, generate_series(0, ${PIECES - 1}) as p`,
  `part (user_id, id, piece_id, name, position, current_tempo, created_at, last_practiced, name_at, tempo_at, revision)
    select ${user}, ${part}, ${piece}, 'Development', s, 80, ms, ms, ms, ms, 1
    from users, generate_series(0, ${PIECES - 1}) as p, generate_series(0, ${PARTS_OF_PIECE - 1}) as s`,
  `practice (user_id, id, piece_id, part_id, tempo, at, revision, seconds, day)
    select ${user}, ${entry}, ${ofEntry(piece)}, ${ofEntry(part)}, 80 + e % 40, ms - e * 3600000, e + 2, 180, 20000
    from users, generate_series(0, ${ENTRIES_PER_USER - 1}) as e`,
  `sync_change (user_id, id, revision, created_at) select ${user}, ${change}, e + 2, ms
    from users, generate_series(0, ${ENTRIES_PER_USER - 1}) as e`,
  `event (id, user_id, name, parameters, at, received_at)
    select ${event}, ${user}, 'page_view', '{"path":"/practice"}', ms + e, ms + e from users, generate_series(0, 9) as e`,
]

/** Fills the tables with so many users, each with five pieces of three parts, 100 entries with their changes, and ten events. */
export async function fillPracticedUsers(db: Kysely<Tables>, count: number): Promise<void> {
  const now = Date.now()
  // In steps, because the embedded database keeps what a statement writes in memory.
  for (let first = 0; first < count; first += 1000)
    for (const rows of ROWS) {
      const users = `(select u, ${now}::bigint as ms from generate_series(${first + 1}, ${Math.min(count, first + 1000)}) as u)`
      await sql.raw(`insert into ${rows.replace('from users', `from ${users} as users`)}`).execute(db)
    }
  await sql`analyze`.execute(db)
}
