import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { MAX_FREE_PARTS_PER_PIECE, MAX_FREE_PIECES } from '#core/plan/plan.ts'
import { PRODUCTION_ENVIRONMENT } from '#tests/server/production-settings.ts'
import { aBrowser, aServer, createSignedInBrowser, type TestBrowser } from '#tests/server/whole-server.ts'

const server = await aServer()
afterAll(() => server.close())

test('[CF5] an account gets pieces within the Free plan and weeks of practice with rising tempos', async () => {
  expect(await seed('musician@example.org')).toEqual({ kind: 'filled' })
  const browser = await createSignedInBrowser(server, 'musician@example.org')
  const { pieces, parts, practice } = await loadRows(browser)
  expect(pieces).toHaveLength(MAX_FREE_PIECES)
  for (const piece of pieces) {
    const { length } = parts.filter(part => part.pieceId === piece.id)
    expect(length > 0 && length <= MAX_FREE_PARTS_PER_PIECE).toBe(true)
  }
  for (const part of parts) {
    const entries = practice
      .filter(({ partId }) => partId === part.id)
      .sort((one, other) => one.at - other.at)
    expect(entries.length).toBeGreaterThan(8)
    const tempos = entries.map(({ tempo }) => tempo)
    expect(tempos).toEqual([...tempos].sort((one, other) => one - other))
    expect(part).toMatchObject({ currentTempo: tempos.at(-1), lastPracticed: entries.at(-1)?.at })
    expect(Date.now() - (entries[0]?.at ?? 0)).toBeGreaterThan(28 * 86_400_000)
    expect(part.lastPracticed).toBeLessThan(Date.now())
  }
})

test('[CF5] an account that has pieces is left as it is', async () => {
  await seed('twice@example.org')
  const browser = await createSignedInBrowser(server, 'twice@example.org')
  const before = await loadRows(browser)
  expect(await seed('twice@example.org')).toEqual({ kind: 'not-empty', pieces: MAX_FREE_PIECES })
  expect(await loadRows(browser)).toEqual(before)
})

test('[CF5] the command says where no server answers, and why it does nothing in production; there is no such address', async () => {
  const script = resolve(import.meta.dirname, '../scripts/seed.ts')
  const run = (env: Record<string, string>) =>
    spawnSync(process.execPath, [script], { env, encoding: 'utf8' })
  const nowhere = expect.stringContaining('No Dacapo answers')
  expect(run({ PORT: '9' })).toMatchObject({ status: 1, stderr: nowhere })
  const inProduction = expect.stringContaining('does nothing in production')
  expect(run(PRODUCTION_ENVIRONMENT)).toMatchObject({ status: 1, stderr: inProduction })
  const production = await aServer(PRODUCTION_ENVIRONMENT)
  for (const path of ['/dev/seed', '/dev/musician']) {
    const body = { email: 'kai@example.org', plan: 'pro' }
    expect((await aBrowser(production).post(production.dev(path), body)).status).toBe(404)
  }
  await production.close()
})

const seed = async (email: string) => (await aBrowser(server).post(server.dev('/dev/seed'), { email })).json()

type Rows = {
  pieces: { id: string; endTempo: number }[]
  parts: { id: string; pieceId: string; currentTempo: number; lastPracticed: number }[]
  practice: { partId: string; tempo: number; at: number }[]
}

async function loadRows(browser: TestBrowser): Promise<Rows> {
  const ask = async (epoch: string | null, since: number) => {
    const place = { epoch, since, entriesSince: 0 }
    const round = { clientId: 'test', schema: 1, clientNow: Date.now(), ...place, changes: [] }
    return (await browser.post('/api/v1/sync', round)).json()
  }
  const { rows, epoch, revision } = await ask(null, 0)
  return { ...rows, practice: (await ask(epoch, revision)).entries }
}
