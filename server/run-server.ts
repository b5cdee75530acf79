import {
  CONFIGURATION_EXIT_CODE,
  loadEnvironmentFile,
  readConfiguration,
  usesDevMailbox,
} from '#server/settings/configuration.ts'
import { addDevPagesKeyToUrl } from './http/request-guards.ts'
import { ignoreOutputFaults, printLine } from '#server/observability/log.ts'
import { listen } from '#server/http/listen.ts'
import type { StandIns } from '#server/context.ts'

/** Checks the configuration and the port before it opens the database, so that a fault changes no data. */
export async function runServer(loadStandIns: (() => Promise<StandIns>) | null): Promise<void> {
  ignoreOutputFaults()
  loadEnvironmentFile()
  const first = readConfiguration(process.env)
  if (first.kind === 'faulty') return exitWithMessage(first.message, CONFIGURATION_EXIT_CODE)

  const { host, port } = first.configuration
  const http = await listen(host, port)
  if (http.kind === 'failed') return exitWithMessage(http.message, 1)

  // With PORT=0 the port is known only now, and the default ORIGIN contains it.
  const known = readConfiguration({ ...process.env, PORT: String(http.port) })
  if (known.kind === 'faulty') return exitWithMessage(known.message, CONFIGURATION_EXIT_CODE)
  const { configuration } = known

  // Loaded only now, so that faults of the settings or the port are reported at once.
  const { createAppAndStartJobs } = await import('./start-server.ts')
  const standIns = configuration.production ? null : ((await loadStandIns?.()) ?? null)
  const server = await createAppAndStartJobs(configuration, standIns)
  if (server.kind === 'failed') {
    await http.close()
    return exitWithMessage(server.message, 1)
  }
  http.setHandler(server.app.fetch, server.gate)
  stopOnSignal(async () => {
    server.drain()
    await http.close()
    await server.close()
  })

  const { origin, devKey } = configuration
  printLine(`Dacapo is ready: ${standIns === null ? origin : addDevPagesKeyToUrl(`${origin}/dev`, devKey)}`)
  if (usesDevMailbox(configuration))
    printLine('Mails are printed here and kept in the mailbox that the sign-in screen links to.')
}

function stopOnSignal(stop: () => Promise<void>) {
  const signals = ['SIGTERM', 'SIGINT'] as const
  const onSignal = () => {
    // A second signal, even the other one, ends the process at once.
    for (const signal of signals) process.off(signal, onSignal)
    stop().then(
      () => process.exit(0),
      (error: unknown) => exitWithMessage(`Dacapo did not end in order: ${String(error)}`, 1),
    )
  }
  for (const signal of signals) process.on(signal, onSignal)
}

function exitWithMessage(message: string, code: number): never {
  process.stderr.write(`${message}\n`)
  process.exit(code)
}
