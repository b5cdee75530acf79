import { figuresOf } from '#server/analytics/figures.ts'
import { textOf } from '#server/analytics/figures-text.ts'
import { EXIT_CONFIGURATION, readConfiguration } from '#server/configuration.ts'
import type { Configuration } from '#server/configuration.ts'
import { openDatabase } from '#server/database/open.ts'
import { loadEnvironmentFile } from '#server/environment-file.ts'
import { createLog } from '#server/log.ts'

type Told = { kind: 'told'; text: string } | { kind: 'failed'; message: string }

/** npm run stats: what was done in the last 30 days, whether the server runs or not. Changes nothing. */
async function main() {
  loadEnvironmentFile()
  const read = readConfiguration(process.env)
  if (read.kind === 'faulty') return end(read.message, EXIT_CONFIGURATION)
  const { configuration } = read
  const told = (await fromServer(configuration)) ?? (await fromDatabase(configuration))
  if (told.kind === 'failed') return end(told.message, 1)
  process.stdout.write(`${told.text}\n`)
}

/** From the running server, because it holds the embedded database; null when none of ours answers. */
async function fromServer(configuration: Configuration): Promise<Told | null> {
  const { database, origin, production, metricsToken } = configuration
  if (database.kind === 'postgres') return null
  // In production the address for everyone leads past a proxy that need not know this one.
  const url = production ? `${ownAddress(configuration)}/metrics/usage` : `${origin}/dev/stats`
  const headers = { ...(metricsToken !== null && { authorization: `Bearer ${metricsToken}` }) }
  const answer = await fetch(url, { headers, redirect: 'error' }).catch(() => null) // nobody is listening
  const text = await answer?.text()
  // Something that is not Dacapo may answer there in its own way.
  return answer?.ok && text?.startsWith('Events in the last') ? { kind: 'told', text } : null
}

/** Where a server with these settings listens, as this machine reaches it. */
function ownAddress({ host, port }: Configuration): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

async function fromDatabase(configuration: Configuration): Promise<Told> {
  const log = createLog(configuration.logLevel)
  const opened = await openDatabase(configuration, log, { migrate: false })
  if (opened.kind === 'failed') return { kind: 'failed', message: opened.message + hint(configuration) }
  const { database } = opened
  try {
    if (!(await database.isReady()))
      return { kind: 'failed', message: 'Its tables are not those of this version: npm run migrate' }
    return { kind: 'told', text: textOf(await figuresOf(database.db, Date.now())) }
  } finally {
    await database.close()
  }
}

function hint({ database, production }: Configuration): string {
  if (database.kind === 'postgres') return ''
  return production
    ? '\nA running server tells them when it and this command are given the same METRICS_TOKEN and PORT.'
    : '\nA running server tells them; if it listens on another port, name it: PORT=3001 npm run stats'
}

function end(message: string, code: number): never {
  process.stderr.write(`${message}\n`)
  process.exit(code)
}

// At the end, because it needs what is declared above.
await main()
