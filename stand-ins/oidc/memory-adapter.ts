type Payload = { uid?: string; grantId?: string; consumed?: number }

/** Creates the storage class for the library oidc-provider. It keeps all data in memory only. */
export function createMemoryAdapter() {
  const rows = new Map<string, { payload: Payload; until: number }>()

  return class MemoryAdapter {
    readonly model: string

    constructor(model: string) {
      this.model = model
    }

    async upsert(id: string, payload: Payload, expiresIn: number) {
      for (const [key, { until }] of rows) if (until < Date.now()) rows.delete(key)
      rows.set(this.#key(id), { payload, until: Date.now() + (expiresIn || 3600) * 1000 })
    }

    async find(id: string) {
      return rows.get(this.#key(id))?.payload
    }

    async findByUid(uid: string) {
      return [...rows].find(([key, { payload }]) => key.startsWith(this.#key('')) && payload.uid === uid)?.[1]
        .payload
    }

    async findByUserCode() {
      return undefined
    }

    async consume(id: string) {
      const row = rows.get(this.#key(id))
      if (row !== undefined) row.payload.consumed = Math.floor(Date.now() / 1000)
    }

    async destroy(id: string) {
      rows.delete(this.#key(id))
    }

    async revokeByGrantId(grantId: string) {
      for (const [key, { payload }] of rows) if (payload.grantId === grantId) rows.delete(key)
    }

    #key(id: string) {
      return `${this.model}:${id}`
    }
  }
}
