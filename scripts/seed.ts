import * as z from 'zod'
import {
  CONFIGURATION_EXIT_CODE,
  loadEnvironmentFile,
  readConfiguration,
} from '#server/settings/configuration.ts'
import type { Configuration } from '#server/settings/configuration.ts'
import { addDevKey } from '#server/http/request-guards.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { emailAddressSchema } from '#server/identity/email-address.ts'
import { createIdentity } from '#server/identity/identity.ts'
import { createLogger, printLine } from '#server/observability/log.ts'
import { seedSampleLibrary } from '#stand-ins/seed.ts'
import type { SeedResult } from '#stand-ins/seed.ts'

const MUSICIAN = 'musician@example.org'

/**
 * npm run seed [email]: fills an account with sample data, whether or not the server is running; never in production.
 */
async function main() {
  loadEnvironmentFile()
  const read = readConfiguration(process.env)
  if (read.kind === 'faulty') return end(read.message, CONFIGURATION_EXIT_CODE)
  const { configuration } = read
  if (configuration.production) return end('npm run seed invents data, so it does nothing in production.', 1)
  const email = emailAddressSchema.safeParse(process.argv[2] ?? MUSICIAN)
  if (!email.success) return end(`${process.argv[2]} is not an e-mail address.`, 1)

  const result =
    (await seedThroughServer(configuration, email.data)) ?? (await seedDatabase(configuration, email.data))
  switch (result.kind) {
    case 'filled':
      printLine(`${email.data} now has four pieces and five weeks of practice.`)
      printLine(
        `Sign in with that address at ${configuration.origin}/signin (npm start, if it does not run yet).`,
      )
      return
    case 'not-empty':
      printLine(`${email.data} has ${result.pieces} pieces already: nothing was changed. Another account:`)
      printLine('npm run seed -- someone-else@example.org')
      return
    case 'failed':
      return end(`${result.message}\nIf it listens on another port, name it: PORT=3001 npm run seed`, 1)
  }
}

const seeded = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('filled') }),
  z.object({ kind: z.literal('not-empty'), pieces: z.number() }),
])

/** Lets the running server do it, because it holds the embedded database. Returns null if no server of ours answers. */
async function seedThroughServer(
  { origin, devKey }: Configuration,
  email: string,
): Promise<SeedResult | null> {
  const answer = await fetch(addDevKey(`${origin}/dev/seed`, devKey), {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email }),
  }).catch(() => null) // nobody is listening
  // Another program may answer at this address.
  const text = await answer?.text()
  if (!answer?.ok || !answer.headers.get('content-type')?.startsWith('application/json')) return null
  return seeded.safeParse(JSON.parse(text ?? '')).data ?? null
}

async function seedDatabase(
  configuration: Configuration,
  email: string,
): Promise<SeedResult | { kind: 'failed'; message: string }> {
  const log = createLogger(configuration.logLevel)
  const opened = await openDatabase(configuration, log, { print: printLine })
  if (opened.kind === 'failed') return opened
  const { database } = opened
  try {
    const identity = createIdentity({ configuration, database, log })
    return await seedSampleLibrary({ database, identity, log, now: () => Date.now() }, email)
  } finally {
    await database.close()
  }
}

function end(message: string, code: number): never {
  process.stderr.write(`${message}\n`)
  process.exit(code)
}

// Called at the end because it uses the constants above.
await main()
