import { loadUsageStats } from '#server/analytics/usage-stats.ts'
import { formatUsageStats } from '#server/analytics/usage-stats-text.ts'
import { CONFIGURATION_EXIT_CODE, readConfiguration } from '#server/settings/configuration.ts'
import type { Configuration } from '#server/settings/configuration.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { addDevKey } from '#server/http/dev-key.ts'
import { loadEnvironmentFile } from '#server/settings/environment-file.ts'
import { createLogger } from '#server/observability/log.ts'

type StatsResult = { kind: 'told'; text: string } | { kind: 'failed'; message: string }

/** npm run stats: prints the usage of the last 30 days, whether or not the server is running. Changes nothing. */
async function main() {
  loadEnvironmentFile()
  const read = readConfiguration(process.env)
  if (read.kind === 'faulty') return exitWithMessage(read.message, CONFIGURATION_EXIT_CODE)
  const { configuration } = read
  const told = (await loadFromServer(configuration)) ?? (await loadFromDatabase(configuration))
  if (told.kind === 'failed') return exitWithMessage(told.message, 1)
  process.stdout.write(`${told.text}\n`)
}

/** Asks the running server, because it holds the embedded database. Returns null if no server of ours answers. */
async function loadFromServer(configuration: Configuration): Promise<StatsResult | null> {
  const { database, origin, production, metricsToken, devKey } = configuration
  if (database.kind === 'postgres') return null
  // In production the public address leads through a proxy that may not forward this path.
  const url = production
    ? `${ownAddress(configuration)}/metrics/usage`
    : addDevKey(`${origin}/dev/stats`, devKey)
  const headers = { ...(metricsToken !== null && { authorization: `Bearer ${metricsToken}` }) }
  const answer = await fetch(url, { headers, redirect: 'error' }).catch(() => null) // nobody is listening
  const text = await answer?.text()
  // Another program may answer at this address.
  return answer?.ok && text?.startsWith('Events in the last') ? { kind: 'told', text } : null
}

/** Returns the local address of a server with this configuration. */
function ownAddress({ host, port }: Configuration): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

async function loadFromDatabase(configuration: Configuration): Promise<StatsResult> {
  const log = createLogger(configuration.logLevel)
  const opened = await openDatabase(configuration, log, { migrate: false })
  if (opened.kind === 'failed') return { kind: 'failed', message: opened.message + hint(configuration) }
  const { database } = opened
  try {
    if (!(await database.isReady()))
      return { kind: 'failed', message: 'Its tables are not those of this version: npm run migrate' }
    return { kind: 'told', text: formatUsageStats(await loadUsageStats(database.db, Date.now())) }
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

function exitWithMessage(message: string, code: number): never {
  process.stderr.write(`${message}\n`)
  process.exit(code)
}

// Called at the end because it uses the constants above.
await main()
