import { CHANGE_VERSION } from './change-version.ts'

/** A change as it came, in whatever form its version of the app gave it. */
export type UnreadChange = Readonly<Record<string, unknown>>

/** The forms that changes have had: which one is today's, and how each older one becomes the next. */
export type ChangeForms = {
  readonly today: number
  readonly raise: Readonly<Record<number, (change: UnreadChange) => UnreadChange>>
}

/** There has been one form so far. */
const CHANGE_FORMS: ChangeForms = { today: CHANGE_VERSION, raise: {} }

/** So many forms back a change is still understood; a device that has slept through more must update first. */
const FORMS_BACK = 2

export type Upcast = { kind: 'today'; change: { readonly id: string } } | { kind: 'too-old' }

/**
 * A change in today's form, to be parsed as any other. One that says no version, or one that is still to come, is left
 * as it is: the parser will say what is wrong with it (rule SY8).
 */
export function upcast(input: { readonly id: string }, forms = CHANGE_FORMS): Upcast {
  const v: unknown = Reflect.get(input, 'v')
  if (typeof v !== 'number' || !Number.isInteger(v) || v >= forms.today)
    return { kind: 'today', change: input }
  if (v < forms.today - FORMS_BACK) return { kind: 'too-old' }
  let change: UnreadChange = { ...input }
  for (let version = v; version < forms.today; version += 1) change = forms.raise[version]?.(change) ?? change
  return { kind: 'today', change: { ...change, id: input.id, v: CHANGE_VERSION } as { id: string } }
}
