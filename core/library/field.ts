import type { Timestamp } from './day.ts'

/**
 * What a field holds. A `name` is normalized and measured in code points, a `day` is a number of days since 1970, a
 * `time` is in milliseconds, and an `id` refers to another row.
 */
export type FieldKind = 'name' | 'id' | 'uuid' | 'whole' | 'day' | 'time' | 'flag' | 'click'

/**
 * One field of a piece, part or practice entry. Everything that handles rows reads it from here: arguments of changes,
 * merge, SQL, rows on the wire and in files, and the edit form (decision 0071).
 */
export type Field<Value> = {
  readonly kind: FieldKind
  /** The column of the database. */
  readonly column: string
  /** The value in a new row that says none; absent if each new row must say it. */
  readonly initial?: Value
  /** Whether the field may be null. */
  readonly isNullable?: true
  /** Whether a patch can change it. Of two edits the later stands, by the stamp of this name. */
  readonly merges?: true
  /** The least and the most of a number, or of a name's length. */
  readonly least?: number
  readonly most?: number
}

/** The fields of one kind of row, by name. */
export type Fields<Values> = { readonly [Name in keyof Values]: Field<Values[Name]> }

/** The fields of a row whose values nobody needs to know here. */
export type AnyFields = Readonly<Record<string, Field<unknown>>>

/**
 * When each field was last edited, in milliseconds. A field without a stamp has been as it is since the row was made.
 * `deletion` is when the row was last deleted or brought back.
 */
export type Stamps<Name> = { readonly [Each in Name & string]?: Timestamp } & {
  readonly deletion?: Timestamp
}

/** Returns the values that a new row has in the fields of which `given` says nothing. */
export const initialValues = (fields: AnyFields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { initial }]) => (initial === undefined ? [] : [[name, initial]])),
  )
