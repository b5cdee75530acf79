import type { EngineTab } from './engine.ts'
import type { TabUser } from './tab-user.ts'

export const readShownTempo = async (user: TabUser): Promise<number> =>
  Number((await user.see('slider', /^tempo$/)).value)

export const readTemposOnDevice = async (tab: EngineTab): Promise<number[]> => {
  const [practice, outbox] = (await tab.evaluate(`(${readStores.toString()})('practice', 'outbox')`)) as [
    { id: string; tempo: number }[],
    { change: { kind: string; args: { id: string; tempo: number } } }[],
  ]
  const added = outbox.map(({ change }) => change).filter(({ kind }) => kind === 'practice.add')
  const entries = [...practice, ...added.map(({ args }) => args)]
  return [...new Map(entries.map(({ id, tempo }) => [id, tempo])).values()]
}

export const countWaitingChanges = async (tab: EngineTab): Promise<number> => {
  const [outbox] = (await tab.evaluate(`(${readStores.toString()})('outbox')`)) as unknown[][]
  return outbox?.length ?? 0
}

// Runs in the page, so it cannot use anything outside of it.
async function readStores(...stores: string[]): Promise<unknown[][]> {
  const databases = await indexedDB.databases()
  const { name = '' } = databases.find(database => database.name?.startsWith('dacapo-')) ?? {}
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name)
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(new Error('not opened')))
  })
  const transaction = database.transaction(stores)
  const rows = stores.map(store => transaction.objectStore(store).getAll())
  await new Promise(resolve => transaction.addEventListener('complete', resolve))
  database.close()
  return rows.map(({ result }) => result)
}
