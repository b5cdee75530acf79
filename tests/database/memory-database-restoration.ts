import type { PGlite } from '@electric-sql/pglite'

const SCHEMA_HASH_QUERY = `
  with ours as (
    select oid, relname, relkind from pg_class where relnamespace = 'public'::regnamespace
  )
  select md5(concat(
    (select string_agg(ours::text, ';' order by oid) from ours),
    (select string_agg(concat_ws(',', attrelid, attname, xmin), ';' order by attrelid, attnum)
      from pg_attribute where attrelid in (select oid from ours)),
    (select string_agg(concat_ws(',', oid, xmin), ';' order by oid)
      from pg_constraint where connamespace = 'public'::regnamespace),
    (select string_agg(concat_ws(',', oid, xmin), ';' order by oid)
      from pg_trigger where tgrelid in (select oid from ours)),
    (select string_agg(concat_ws(',', oid, xmin), ';' order by oid)
      from pg_proc where pronamespace = 'public'::regnamespace)
  )) as schema`

/**
 * Records the current state of a database and returns a function that restores it. That function returns false if more
 * than rows has changed; the database must then be discarded.
 */
export async function createRestoration(pglite: PGlite): Promise<() => Promise<boolean>> {
  const schema = await schemaOf(pglite)
  const tables = await tablesIn(pglite)
  const rows = rowsAsJson(tables)
  const original = (await pglite.query<{ json: string | null }>(rows)).rows.map(({ json }) => json)

  return async () => {
    if ((await schemaOf(pglite)) !== schema) return false
    await pglite.exec('discard all')
    const now = (await pglite.query<{ json: string | null }>(rows)).rows
    const changed = tables.filter((_, place) => now[place]?.json !== original[place])
    if (changed.length > 0) await pglite.exec(`truncate ${changed.join(', ')} restart identity`)
    for (const table of changed) {
      const json = original[tables.indexOf(table)]
      const from = `json_populate_recordset(null::${table}, $1)`
      if (json !== null) await pglite.query(`insert into ${table} select * from ${from}`, [json])
    }
    return true
  }
}

async function schemaOf(pglite: PGlite): Promise<string | undefined> {
  return (await pglite.query<{ schema: string }>(SCHEMA_HASH_QUERY)).rows[0]?.schema
}

async function tablesIn(pglite: PGlite): Promise<string[]> {
  const { rows } = await pglite.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** Reads up to 50 rows of every table: the migrations fill none with more. */
const rowsAsJson = (tables: readonly string[]) =>
  tables
    .map(table => `select (select json_agg(row) from (select * from ${table} limit 50) row)::text as json`)
    .join(' union all ')
