import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { GRACE_MILLISECONDS } from '#server/http/listen.ts'
import { readConfiguration } from '#server/settings/configuration.ts'
import { environmentSchema } from '#server/settings/environment.ts'
import { PRODUCTION_ENVIRONMENT } from '#tests/server/production-settings.ts'
import { CACHE_FOLDER, root } from '../../scripts/set-up/paths.mjs'
import serverBuild from '../../server/vite.config.ts'

const deploy = join(root, 'deploy/kubernetes')
const files = readdirSync(deploy, { recursive: true, encoding: 'utf8' }).filter(path =>
  path.endsWith('.yaml'),
)
const text = (path: string) => readFileSync(join(deploy, path), 'utf8')
const run = promisify(execFile)
mkdirSync(CACHE_FOLDER, { recursive: true })
/** Below the root, because the program imports the types of Kubernetes. */
const folder = mkdtempSync(join(CACHE_FOLDER, 'kubernetes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Where the types of a kind are: apps/v1 of an API version apps/v1. */
const MODULES: Record<string, string> = {
  v1: 'core/v1',
  'apps/v1': 'apps/v1',
  'batch/v1': 'batch/v1',
  'networking.k8s.io/v1': 'networking/v1',
  'policy/v1': 'policy/v1',
}

const Manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.object({ name: z.string() }).optional(),
})
const documents = files.flatMap(path =>
  parseAllDocuments(text(path)).map(document => ({
    path,
    errors: document.errors,
    content: document.toJS(),
  })),
)
const manifests = documents.map(({ path, content }) => ({ path, manifest: Manifest.parse(content) }))
const resources = manifests.filter(({ manifest }) => manifest.kind !== 'Kustomization')

/** A named part of a manifest, whose form the types have been checked for. */
function the<Shape extends z.ZodType>(kind: string, shape: Shape): z.infer<Shape> {
  const [found, ...others] = resources.filter(({ manifest }) => manifest.kind === kind)
  expect(others).toEqual([])
  return shape.parse(found?.manifest)
}

const Labels = z.record(z.string(), z.string())
const Probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) })
const Reference = z.object({ name: z.string() })
const Container = z.object({
  image: z.string(),
  command: z.array(z.string()).optional(),
  envFrom: z.array(z.object({ configMapRef: Reference.optional(), secretRef: Reference.optional() })),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
  startupProbe: Probe.optional(),
  readinessProbe: Probe.optional(),
  livenessProbe: Probe.optional(),
  lifecycle: z.object({ preStop: z.object({ exec: z.object({ command: z.array(z.string()) }) }) }).optional(),
  resources: z.object({ requests: Labels, limits: Labels }),
  securityContext: z.object({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
  }),
})
const Pod = z.object({
  metadata: z.object({ labels: Labels }),
  spec: z.object({
    terminationGracePeriodSeconds: z.number().optional(),
    automountServiceAccountToken: z.literal(false),
    enableServiceLinks: z.literal(false),
    securityContext: z.object({
      runAsNonRoot: z.literal(true),
      runAsUser: z.literal(1000),
      seccompProfile: z.object({ type: z.literal('RuntimeDefault') }),
    }),
    topologySpreadConstraints: z
      .array(z.object({ labelSelector: z.object({ matchLabels: Labels }) }))
      .default([]),
    containers: z.tuple([Container]),
  }),
})
const Workload = z.object({ spec: z.object({ template: Pod }) })
const Selector = z.object({ spec: z.object({ selector: z.object({ matchLabels: Labels }) }) })

test('[TL44] every manifest has the form that Kubernetes publishes for its kind, and no unknown field', async () => {
  expect(documents.flatMap(({ errors }) => errors)).toEqual([])
  expect(resources.map(({ manifest }) => manifest.kind).toSorted()).toEqual([
    'ConfigMap',
    'Deployment',
    'Ingress',
    'Job',
    'Namespace',
    'PodDisruptionBudget',
    'Secret',
    'Service',
  ])
  expect(await faultsOf(resources.map(({ manifest }) => manifest))).toBe('')
  // That the check sees a wrong type, a missing field and an unknown one.
  const service = the('Service', Manifest)
  const wrong = [{ port: 'http' }, {}, { port: 80, targetport: 1 }].map(port => ({
    ...service,
    spec: { ports: [port] },
  }))
  const faults = await faultsOf(wrong.map(one => Manifest.parse(one)))
  for (const index of wrong.keys()) expect(faults).toContain(`manifest${index}.ts`)
})

test('[TL44] the kustomizations name files that exist, and every manifest but the example of the secrets is in one', () => {
  const Kustomization = z.object({ resources: z.array(z.string()), images: z.array(Reference) })
  const kustomizations = manifests.filter(({ manifest }) => manifest.kind === 'Kustomization')
  const named = kustomizations.flatMap(({ path, manifest }) =>
    Kustomization.parse(manifest).resources.map(resource => join(path, '..', resource)),
  )
  expect(named.toSorted()).toEqual(
    resources
      .map(({ path }) => path)
      .filter(path => path !== 'secret.example.yaml')
      .toSorted(),
  )
  for (const { spec } of [the('Deployment', Workload), the('Job', Workload)]) {
    const [{ image }] = spec.template.spec.containers
    for (const { manifest } of kustomizations)
      expect(Kustomization.parse(manifest).images).toEqual([expect.objectContaining({ name: image })])
  }
})

test('[TL44] the settings of the pods exist and are taken by the server, and the references between manifests hold', () => {
  const { metadata, data } = the('ConfigMap', z.object({ metadata: Reference, data: Labels }))
  const secret = the('Secret', z.object({ metadata: Reference, stringData: Labels }))
  const settings = { ...data, ...secret.stringData }
  expect(Object.keys(settings).filter(name => !(name in environmentSchema.shape))).toEqual([])
  const random = PRODUCTION_ENVIRONMENT.SECRET
  expect(readConfiguration({ ...settings, SECRET: random, METRICS_TOKEN: random })).toMatchObject({
    kind: 'read',
    configuration: { production: true, database: { kind: 'postgres' } },
  })
  for (const { spec } of [the('Deployment', Workload), the('Job', Workload)]) {
    const [{ envFrom }] = spec.template.spec.containers
    expect(envFrom).toEqual([
      { configMapRef: { name: metadata.name } },
      { secretRef: { name: secret.metadata.name } },
    ])
  }

  const { template } = the('Deployment', Workload).spec
  const [server] = template.spec.containers
  const { labels } = template.metadata
  const service = the(
    'Service',
    z.object({
      metadata: Reference,
      spec: z.object({
        selector: Labels,
        ports: z.array(z.object({ name: z.string(), targetPort: z.string() })),
      }),
    }),
  )
  const selectors = [
    the('Deployment', Selector).spec.selector.matchLabels,
    the('PodDisruptionBudget', Selector).spec.selector.matchLabels,
    service.spec.selector,
    ...template.spec.topologySpreadConstraints.map(({ labelSelector }) => labelSelector.matchLabels),
  ]
  expect(selectors).toEqual(Array(5).fill(labels))
  // The pod of the migration must get no requests.
  expect(the('Job', Workload).spec.template.metadata.labels).not.toEqual(labels)

  expect(server.ports).toEqual([{ name: 'http', containerPort: Number(data['PORT']) }])
  expect(service.spec.ports).toEqual([{ name: 'http', targetPort: 'http' }])
  const ingress = JSON.stringify(the('Ingress', z.looseObject({})))
  expect(ingress).toContain(`{"service":{"name":"${service.metadata.name}","port":{"name":"http"}}}`)
  expect(ingress).toContain(`"host":"${new URL(data['ORIGIN'] ?? '').hostname}"`)
  expect(ingress).not.toMatch(/affinity|cookie/i)
})

test('[TL44] the pods ask what the server answers, and have the time that it needs to end', () => {
  const { spec } = the('Deployment', Workload).spec.template
  const [{ startupProbe, readinessProbe, livenessProbe, lifecycle }] = spec.containers
  expect(startupProbe?.httpGet).toEqual({ path: '/readyz', port: 'http' })
  expect(readinessProbe?.httpGet).toEqual({ path: '/readyz', port: 'http' })
  expect(livenessProbe?.httpGet).toEqual({ path: '/healthz', port: 'http' })
  const [, waits] = lifecycle?.preStop.exec.command ?? []
  const needed = Number(waits) + GRACE_MILLISECONDS / 1000
  expect(spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(needed + 10)

  const [{ command = [] }] = the('Job', Workload).spec.template.spec.containers
  expect(command[0]).toBe('node')
  const built = Object.keys(Object(serverBuild.build?.rolldownOptions?.input))
  expect(built.map(name => `dist/server/${name}.js`)).toContain(command[1])
})

/** Compiles manifests as constants of their kinds. Returns what the compiler says against them. */
async function faultsOf(all: readonly z.infer<typeof Manifest>[]): Promise<string> {
  const names = all.map((manifest, index) => {
    const type = `import('kubernetes-types/${MODULES[manifest.apiVersion]}').${manifest.kind}`
    const name = `manifest${index}.ts`
    writeFileSync(
      join(folder, name),
      `export const manifest: ${type} = ${JSON.stringify(manifest, null, 2)}\n`,
    )
    return name
  })
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    moduleResolution: 'bundler',
  }
  const options = { compilerOptions: { ...compilerOptions, module: 'esnext' }, files: names }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const compiled = await run(process.execPath, [compiler, '-p', folder]).catch(
    (error: { stdout: string }) => error,
  )
  return compiled.stdout
}
