import { startServerWithManyPieces, type ServerWithManyPieces } from './many-pieces.ts'
import { test as base } from '../musician.ts'

export { expect } from '../musician.ts'

/** Playwright's test with a server where one user has 2,000 pieces. */
export const test = base.extend<object, { full: ServerWithManyPieces }>({
  full: [
    async ({}, use) => {
      const server = await startServerWithManyPieces()
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ full }, use) => use(full.origin),
})
