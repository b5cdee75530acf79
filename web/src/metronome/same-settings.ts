/** Whether two flat sets of settings say the same; a component makes a new object each time it is drawn. */
export function sameSettings(one: object, other: object): boolean {
  const [entries, others] = [Object.entries(one), Object.entries(other)]
  return (
    entries.length === others.length && entries.every(([key, value]) => Reflect.get(other, key) === value)
  )
}
