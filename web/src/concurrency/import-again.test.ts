import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { importAgainOnReturn } from './import-again.ts'

let page = new EventTarget()

beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})
afterEach(() => void vi.unstubAllGlobals())

const show = (persisted: boolean) => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))

const never = () => new Promise<string>(() => undefined)

test('[UI74] an import that the back/forward cache swallowed is made again when the page returns', async () => {
  const loaded = importAgainOnReturn(never, async () => 'the code')
  show(true)
  await expect(loaded).resolves.toBe('the code')
})

test('[UI74] a second import that fails is reported', async () => {
  const again = vi.fn(never).mockRejectedValueOnce(new TypeError('no network'))
  const loaded = importAgainOnReturn(never, again)
  show(true)
  await expect(loaded).rejects.toThrow('no network')
})

test('[UI74] code is asked for once where the page was not away, or was loaded before', async () => {
  const again = vi.fn(never)
  const loading = importAgainOnReturn(never, again)
  show(false)
  await expect(Promise.race([loading, Promise.resolve('still loading')])).resolves.toBe('still loading')

  await expect(importAgainOnReturn(async () => 'the code', again)).resolves.toBe('the code')
  expect(again).not.toHaveBeenCalled()
})
