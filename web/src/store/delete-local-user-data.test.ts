import { afterEach, expect, test, vi } from 'vitest'
import { deleteOtherUsersSyncedData } from './delete-local-user-data.ts'
import { LocalDatabase } from './local-database.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test.each(['outbox', 'rejected'])(
  '[SI7] whoever signs in deletes nothing of a user before who has changes in %s',
  async full => {
    const write = vi.fn()
    const table = (name: string) => ({ count: async () => (name === full ? 1 : 0) })
    const read: LocalDatabase['read'] = work =>
      work({ outbox: table('outbox'), rejected: table('rejected') } as unknown as Parameters<typeof work>[0])
    const database = { read, write, close: () => undefined } as unknown as LocalDatabase
    vi.spyOn(LocalDatabase, 'open').mockResolvedValue(database)
    const databases = async () => [{ name: 'dacapo-clara' }]
    vi.stubGlobal('indexedDB', { databases, deleteDatabase: write })
    await deleteOtherUsersSyncedData('robert').catch(() => undefined)
    expect(write).not.toHaveBeenCalled()
  },
)
