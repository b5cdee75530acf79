import { afterEach, beforeEach, expect, test, vi } from 'vitest'

// As in WebKit, whose transactions may say nothing more after the page was suspended.
const silentTransaction = (mode: IDBTransactionMode, abort: () => void = () => undefined) =>
  ({ mode, abort, addEventListener: () => undefined }) as unknown as IDBTransaction

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', new EventTarget())
})
afterEach(() => void vi.unstubAllGlobals())

const suspend = () => window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }))

const isOver = () => {
  throw new DOMException('it is committing', 'InvalidStateError')
}

for (const [what, transaction] of [
  ['a write', silentTransaction('readwrite')],
  ['a read', silentTransaction('readonly')],
  ['a read that has just ended', silentTransaction('readonly', isOver)],
] as const)
  test(`[ST23] ${what} of a page that is suspended is waited for no longer, though its transaction says nothing`, async () => {
    const { abortTransactionOnSuspension } = await import('./suspendable-indexed-db.ts')
    const interrupted = abortTransactionOnSuspension(transaction)
    suspend()
    await expect(interrupted).rejects.toThrow('the page is suspended')
  })

test('[ST23] a write that is committing is not taken for interrupted, or it would be done twice', async () => {
  const { abortTransactionOnSuspension } = await import('./suspendable-indexed-db.ts')
  const interrupted = abortTransactionOnSuspension(silentTransaction('readwrite', isOver))
  suspend()
  await expect(Promise.race([interrupted, Promise.resolve('still awaited')])).resolves.toBe('still awaited')
})
