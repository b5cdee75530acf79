import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { environmentSchema } from '#server/settings/environment.ts'

const root = join(import.meta.dirname, '../..')
const text = (path: string) => readFileSync(join(root, path), 'utf8')
const units = ['dacapo.service', 'dacapo-backup.service', 'dacapo-backup.timer']

test('.env.example has every setting that the server reads, once, not set, and no other', () => {
  const lines = text('.env.example')
    .split('\n')
    .filter(line => line !== '')
  expect(lines.filter(line => !line.startsWith('#'))).toEqual([])
  const named = lines.flatMap(line => /^#([A-Z_]+)=/.exec(line)?.[1] ?? [])
  expect(named.toSorted()).toEqual(Object.keys(environmentSchema.shape).toSorted())
})

test('[TL44] the units of systemd start files that exist, and where systemd is there it finds no fault in them', () => {
  const commands = units.flatMap(unit => [...text(`deploy/${unit}`).matchAll(/^ExecStart=(\S+) (\S+)/gm)])
  expect(commands.map(([, program]) => program)).toEqual(
    Array(2).fill('/opt/dacapo/node_modules/node/bin/node'),
  )
  // What npm run set-up builds of these.
  expect(commands.map(([, , file]) => file)).toEqual(['dist/server/main.js', 'dist/server/backup.js'])
  const checked = spawnSync('systemd-analyze', ['verify', ...units.map(unit => join(root, 'deploy', unit))])
  if (checked.error !== undefined) return
  // The program lies there only on a machine on which Dacapo was installed.
  const said = String(checked.stderr)
    .split('\n')
    .filter(line => line.includes('dacapo'))
  expect(said.filter(line => !line.includes('is not executable'))).toEqual([])
})

test('[TL44] the guide for one machine copies what exists, and runs commands that exist', () => {
  const guide = text('docs/self-hosting.md') + text('docs/backups.md')
  const copied = [...guide.matchAll(/deploy\/[\w.-]+/g)].map(([path]) => path)
  expect(copied.length).toBeGreaterThan(5)
  expect(copied.filter(path => !existsSync(join(root, path)))).toEqual([])
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(text('package.json'))
  const commands = [...guide.matchAll(/npm run ([\w-]+)/g)].map(([, name = '']) => name)
  expect(commands.filter(name => scripts[name] === undefined)).toEqual([])
})

test('[BR6] no backup made as deploy/ says is older than thirty days', () => {
  expect(text('deploy/dacapo-backup.service')).toContain('backup.js --keep-days 30\n')
  const settings = text('deploy/pgbackrest.conf')
  const retentions = [...settings.matchAll(/^#?repo(\d)-retention-full=(\d+)$/gm)].map(([, , days]) =>
    Number(days),
  )
  expect(settings.match(/^#?repo\d-retention-full-type=time$/gm)).toHaveLength(retentions.length)
  const schedule = [
    ...text('deploy/pgbackrest.cron').matchAll(/^30 3 \* \* (\S+) +postgres +pgbackrest (.+)$/gm),
  ]
  expect(schedule.map(([, days, command]) => [days, command])).toEqual([
    ['0', '--stanza=dacapo --type=full backup'],
    ['1-6', '--stanza=dacapo --type=diff backup'],
  ])
  // A full backup goes when the next one, a week younger, has that age; a backup of the next day removes it.
  expect(Math.max(...retentions) + 7 + 1).toBeLessThanOrEqual(30)
})

test('[TL44] the image copies folders that exist, runs as an ordinary user, and holds no settings', () => {
  const image = text('Dockerfile')
  const copied = [...image.matchAll(/^COPY --from=build \/build\/(\S+)/gm)].map(([, path = '']) => path)
  // The build makes these two.
  const made = new Set(['node_modules/@electric-sql', 'dist'])
  expect(copied.filter(path => !made.has(path) && !existsSync(join(root, path)))).toEqual([])
  for (const room of ['locales', 'dist']) expect(copied).toContain(room)
  const last = image.split(/^FROM /m).at(-1)
  expect(last).toMatch(/^USER node$/m)
  expect(text('.dockerignore').split('\n')).toContain('.env')
})

test('the changelog begins with what comes next and has a part for the version of package.json', () => {
  const { version }: { version: string } = JSON.parse(text('package.json'))
  const parts = [...text('CHANGELOG.md').matchAll(/^## \[(.+)\]/gm)].map(([, name]) => name)
  expect([parts[0], parts.includes(version)]).toEqual(['Unreleased', true])
  expect(version).toMatch(/^\d+\.\d+\.\d+$/)
})
