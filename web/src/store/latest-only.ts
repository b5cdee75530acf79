/**
 * Saves one value at a time and, when that is done, the newest of those that came meanwhile: a slider gives sixty
 * values a second, and only the last one matters (rule PX9). `save` must not reject.
 */
export function latestOnly<T>(save: (value: T) => Promise<void>): (value: T) => void {
  let isSaving = false
  let waiting: { value: T } | null = null

  async function drain() {
    isSaving = true
    while (waiting !== null) {
      const { value } = waiting
      waiting = null
      await save(value)
    }
    isSaving = false
  }

  return value => {
    waiting = { value }
    if (!isSaving) void drain()
  }
}
