import { createInvalidRequestError } from './stripe-api-error.ts'

/** A value in a form-encoded body: a string or, if the names contain brackets, a list or an object. */
type FormValue = string | FormValue[] | { [name: string]: FormValue }
/** The values of a parsed form-encoded body, by name. */
export type FormEncodedValues = { [name: string]: FormValue }

/**
 * Parses a form-encoded body as Stripe does and returns its values as nested objects. `a[b][0][c]=d` creates nested
 * objects, `a[]=b` and `a[0]=b` create lists, the last of repeated names wins, and all values are strings. Throws a
 * Stripe error if two names contradict each other.
 */
export function parseForm(text: string): FormEncodedValues {
  const root = branch()
  for (const [name, value] of new URLSearchParams(text)) put(root, name, value)
  return withLists(root)
}

// No prototype, because a parameter may be called like a property of Object.
const branch = (): FormEncodedValues => Object.create(null)

function put(root: FormEncodedValues, name: string, value: string): void {
  const steps = stepsOf(name)
  let place = root
  for (const [depth, step] of steps.entries()) {
    const key = step === '' ? String(Object.keys(place).length) : step
    if (depth === steps.length - 1) {
      if (typeof place[key] === 'object')
        throw createInvalidRequestError(`Invalid string: {...}`, { param: name })
      place[key] = value
    } else {
      const next = (place[key] ??= branch())
      if (typeof next === 'string' || Array.isArray(next))
        throw createInvalidRequestError(`Invalid object`, { param: steps[0] ?? name })
      place = next
    }
  }
}

/** Splits `a[b][]` into a, b and an empty step. */
function stepsOf(name: string): string[] {
  const [, head = name, rest = ''] = /^([^[]+)((?:\[[^\]]*\])*)$/.exec(name) ?? []
  return [head, ...[...rest.matchAll(/\[([^\]]*)\]/g)].map(([, step = '']) => step)]
}

function withLists(values: FormEncodedValues): FormEncodedValues {
  const lists = branch()
  for (const [name, value] of Object.entries(values)) lists[name] = withList(value)
  return lists
}

function withList(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const names = Object.keys(value)
  const isList = names.length > 0 && names.every((name, place) => name === String(place))
  return isList ? Object.values(value).map(withList) : withLists(value)
}
