import { EXIT_CONFIGURATION, hasMailbox, readConfiguration } from './configuration.ts'
import { loadEnvironmentFile } from './environment-file.ts'
import { say } from './log.ts'
import { openDoor } from './front-door.ts'
import { startServer } from './start-server.ts'

await main()

/** Configuration, port, database, app: in this order, so that a start that cannot succeed touches no data. */
async function main() {
  loadEnvironmentFile()
  const first = readConfiguration(process.env)
  if (first.kind === 'faulty') return end(first.message, EXIT_CONFIGURATION)

  const { host, port } = first.configuration
  const door = await openDoor(host, port)
  if (door.kind === 'closed') return end(door.message, 1)

  // PORT=0 takes any free port; only now is it known which, and the default ORIGIN contains it.
  const known = readConfiguration({ ...process.env, PORT: String(door.port) })
  if (known.kind === 'faulty') return end(known.message, EXIT_CONFIGURATION)
  const { configuration } = known

  const server = await startServer(configuration)
  if (server.kind === 'failed') {
    await door.close()
    return end(server.message, 1)
  }
  door.answerWith(server.app.fetch)
  endOnSignal(async () => {
    server.drain()
    await door.close()
    await server.close()
  })

  say(`Dacapo is ready: ${configuration.origin}`)
  if (hasMailbox(configuration)) say(`Mails are printed here and kept at ${configuration.origin}/dev/mailbox`)
}

/** SIGTERM or Ctrl-C ends the server in order, once; a second signal ends it at once. */
function endOnSignal(stop: () => Promise<void>) {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      stop().then(
        () => process.exit(0),
        (error: unknown) => end(`Dacapo did not end in order: ${String(error)}`, 1),
      )
    })
  }
}

function end(message: string, code: number): never {
  process.stderr.write(`${message}\n`)
  process.exit(code)
}
