import { CHANGE_VERSION } from './change-version.ts'

/** A change as received, in the format of an older or the current app version. */
export type UnparsedChange = Readonly<Record<string, unknown>>

/**
 * The data that `upcastChange` needs to convert older changes: the current version of the change format (`today`), and
 * the functions that convert each older version to the next one (`raise`).
 */
export type ChangeFormatUpgrades = {
  readonly today: number
  readonly raise: Readonly<Record<number, (change: UnparsedChange) => UnparsedChange>>
}

/** Version 2 only added a kind and optional fields, so a change of version 1 says the same in it. */
const CHANGE_FORMS: ChangeFormatUpgrades = { today: CHANGE_VERSION, raise: {} }

/** How many versions back a change is still accepted. A device with older changes must update first. */
const FORMS_BACK = 2

/**
 * Result of converting a change to the current format: the converted change ('today'), or 'too-old' if the version of
 * the change is no longer supported.
 */
export type UpcastResult = { kind: 'today'; change: { readonly id: string } } | { kind: 'too-old' }

/**
 * Converts a change from an older version of the change format to the current one, before the change is parsed. Returns
 * 'too-old' if its version is more than two versions old. Returns a change with a missing or newer version unchanged,
 * because the parser reports such a version (rule SY8).
 */
export function upcastChange(input: { readonly id: string }, forms = CHANGE_FORMS): UpcastResult {
  const v: unknown = Reflect.get(input, 'v')
  if (typeof v !== 'number' || !Number.isInteger(v) || v >= forms.today)
    return { kind: 'today', change: input }
  if (v < forms.today - FORMS_BACK) return { kind: 'too-old' }
  let change: UnparsedChange = { ...input }
  for (let version = v; version < forms.today; version += 1) change = forms.raise[version]?.(change) ?? change
  return { kind: 'today', change: { ...change, id: input.id, v: CHANGE_VERSION } as { id: string } }
}
