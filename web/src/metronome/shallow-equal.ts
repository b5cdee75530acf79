export function shallowEqual(one: object, other: object): boolean {
  const [entries, others] = [Object.entries(one), Object.entries(other)]
  return (
    entries.length === others.length && entries.every(([key, value]) => Reflect.get(other, key) === value)
  )
}
