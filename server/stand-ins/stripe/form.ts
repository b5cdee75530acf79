import { invalidRequest } from './stripe-fault.ts'

export type Value = string | Value[] | { [name: string]: Value }
export type Values = { [name: string]: Value }

/**
 * A form as Stripe reads it: `a[b][0][c]=d` nests, `a[]=b` and `a[0]=b` make lists, a name that comes twice has its
 * last value, everything is text. Throws Stripe's answer where two names contradict each other.
 */
export function parseForm(text: string): Values {
  const root = branch()
  for (const [name, value] of new URLSearchParams(text)) put(root, name, value)
  return withLists(root)
}

// Without a prototype: a parameter may be called like anything that every object has.
const branch = (): Values => Object.create(null)

function put(root: Values, name: string, value: string): void {
  const steps = stepsOf(name)
  let place = root
  for (const [depth, step] of steps.entries()) {
    const key = step === '' ? String(Object.keys(place).length) : step
    if (depth === steps.length - 1) {
      if (typeof place[key] === 'object') throw invalidRequest(`Invalid string: {...}`, { param: name })
      place[key] = value
    } else {
      const next = (place[key] ??= branch())
      if (typeof next === 'string' || Array.isArray(next))
        throw invalidRequest(`Invalid object`, { param: steps[0] ?? name })
      place = next
    }
  }
}

/** `a[b][]` has the steps a, b and an empty one. */
function stepsOf(name: string): string[] {
  const [, head = name, rest = ''] = /^([^[]+)((?:\[[^\]]*\])*)$/.exec(name) ?? []
  return [head, ...[...rest.matchAll(/\[([^\]]*)\]/g)].map(([, step = '']) => step)]
}

function withLists(values: Values): Values {
  const lists = branch()
  for (const [name, value] of Object.entries(values)) lists[name] = withList(value)
  return lists
}

function withList(value: Value): Value {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const names = Object.keys(value)
  const isList = names.length > 0 && names.every((name, place) => name === String(place))
  return isList ? Object.values(value).map(withList) : withLists(value)
}
