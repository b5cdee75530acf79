import { startFullServer, type FullServer } from './many-pieces.ts'
import { test as base } from '../musician.ts'

export { expect } from '../musician.ts'

/** Tests in front of a server where somebody has more pieces than any window shows. */
export const test = base.extend<object, { full: FullServer }>({
  full: [
    async ({}, use) => {
      const server = await startFullServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ full }, use) => use(full.origin),
})
