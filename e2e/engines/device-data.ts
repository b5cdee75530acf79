import type { EngineTab } from './engine.ts'
import type { TabUser } from './tab-user.ts'

/** Returns the tempo that the practice step shows. */
export const readShownTempo = async (me: TabUser): Promise<number> =>
  Number((await me.see('slider', /^tempo$/)).value)

/** Returns the tempos of all practice entries on this device, synced or not, in no particular order. */
export const readTemposOnDevice = async (tab: EngineTab): Promise<number[]> => {
  const [practice, outbox] = (await tab.evaluate(`(${rowsOf.toString()})('practice', 'outbox')`)) as [
    { id: string; tempo: number }[],
    { change: { kind: string; args: { id: string; tempo: number } } }[],
  ]
  const added = outbox.map(({ change }) => change).filter(({ kind }) => kind === 'practice.add')
  const entries = [...practice, ...added.map(({ args }) => args)]
  return [...new Map(entries.map(({ id, tempo }) => [id, tempo])).values()]
}

/** Returns the number of changes that the server has not confirmed yet. */
export const countWaitingChanges = async (tab: EngineTab): Promise<number> => {
  const [outbox] = (await tab.evaluate(`(${rowsOf.toString()})('outbox')`)) as unknown[][]
  return outbox?.length ?? 0
}

// Runs in the page, so it cannot use anything outside of it.
async function rowsOf(...stores: string[]): Promise<unknown[][]> {
  const known = await indexedDB.databases()
  const { name = '' } = known.find(database => database.name?.startsWith('dacapo-')) ?? {}
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(name)
    opening.addEventListener('success', () => resolve(opening.result))
    opening.addEventListener('error', () => reject(new Error('not opened')))
  })
  const reading = database.transaction(stores)
  const rows = stores.map(store => reading.objectStore(store).getAll())
  await new Promise(resolve => reading.addEventListener('complete', resolve))
  database.close()
  return rows.map(({ result }) => result)
}
