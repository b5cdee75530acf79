import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen } from '#server/http/listen.ts'
import { aServer, createSignedInBrowser } from '#tests/server/whole-server.ts'
import { CACHE_FOLDER, root } from '../../scripts/set-up/paths.mjs'

const run = promisify(execFile)
const here = import.meta.dirname
let folder = ''

beforeAll(() => {
  // Below the root, because the program imports openapi-fetch.
  mkdirSync(CACHE_FOLDER, { recursive: true })
  folder = mkdtempSync(join(CACHE_FOLDER, 'client-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function generateTypes(openapi: unknown) {
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(openapi))
  const arguments_ = [
    join(here, 'generate-types.mjs'),
    join(folder, 'openapi.json'),
    join(folder, 'api.d.ts'),
  ]
  return run(process.execPath, arguments_)
}

const compilerOptions = {
  strict: true,
  skipLibCheck: true,
  exactOptionalPropertyTypes: false,
  module: 'nodenext',
  target: 'es2024',
  types: ['node'],
}

test('[HT18] a client generated from the document compiles, finds mistakes, and works against a server', async () => {
  const http = await listen('127.0.0.1', 0)
  if (http.kind === 'failed') throw new Error(http.message)
  const server = await aServer({ PORT: String(http.port) })
  http.setHandler(server.app.fetch, server.gate)
  await generateTypes(await (await server.app.request('/openapi.json')).json())
  copyFileSync(join(here, 'client-program.txt'), join(folder, 'program.ts'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const compiled = await run(process.execPath, [compiler, '-p', folder]).catch(
    (error: { stdout: string }) => error,
  )
  expect(compiled.stdout).toBe('')

  const browser = await createSignedInBrowser(server, 'anna@example.org')
  const COOKIE = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const env = { ...process.env, ORIGIN: `http://localhost:${http.port}`, COOKIE }
  const { stdout } = await run(process.execPath, [join(folder, 'program.js')], { env })
  expect(JSON.parse(stdout)).toEqual({
    canPay: false,
    email: 'anna@example.org',
    results: [{ id: expect.any(String), status: 'applied' }],
    names: ['Gigue'],
    code: 'not-found',
  })
  await http.close()
  await server.close()
})

test('[HT18] control: a document that is no OpenAPI is found', async () => {
  const get = { responses: { 200: { description: 'Done' } }, parameters: [{ name: 'id', required: true }] }
  const broken = { openapi: '3.1.0', info: { title: 'x', version: '1' }, paths: { '/x': { get } } }
  await expect(generateTypes(broken)).rejects.toThrow('no valid OpenAPI')
})
