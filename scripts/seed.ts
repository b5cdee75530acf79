import * as z from 'zod'
import { EXIT_CONFIGURATION, readConfiguration } from '#server/configuration.ts'
import type { Configuration } from '#server/configuration.ts'
import { openDatabase } from '#server/database/open.ts'
import { loadEnvironmentFile } from '#server/environment-file.ts'
import { emailAddress } from '#server/identity/email-address.ts'
import { createIdentity } from '#server/identity/identity.ts'
import { createLog, say } from '#server/log.ts'
import { seed } from '#server/stand-ins/seed.ts'
import type { Seeded } from '#server/stand-ins/seed.ts'

const MUSICIAN = 'musician@example.org'

/** npm run seed [email]: fills an account for trying out, whether the server runs or not; never in production. */
async function main() {
  loadEnvironmentFile()
  const read = readConfiguration(process.env)
  if (read.kind === 'faulty') return end(read.message, EXIT_CONFIGURATION)
  const { configuration } = read
  if (configuration.production) return end('npm run seed invents data, so it does nothing in production.', 1)
  const email = emailAddress.safeParse(process.argv[2] ?? MUSICIAN)
  if (!email.success) return end(`${process.argv[2]} is not an e-mail address.`, 1)

  const result =
    (await throughServer(configuration, email.data)) ?? (await intoDatabase(configuration, email.data))
  switch (result.kind) {
    case 'filled':
      say(`${email.data} now has four pieces and five weeks of practice.`)
      say(`Sign in with that address at ${configuration.origin}/signin (npm start, if it does not run yet).`)
      return
    case 'not-empty':
      say(`${email.data} has ${result.pieces} pieces already: nothing was changed. Another account:`)
      say('npm run seed -- someone-else@example.org')
      return
    case 'failed':
      return end(`${result.message}\nIf it listens on another port, name it: PORT=3001 npm run seed`, 1)
  }
}

const seeded = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('filled') }),
  z.object({ kind: z.literal('not-empty'), pieces: z.number() }),
])

/** The running server does it, because it holds the embedded database; null when none of ours answers. */
async function throughServer({ origin }: Configuration, email: string): Promise<Seeded | null> {
  const answer = await fetch(`${origin}/dev/seed`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email }),
  }).catch(() => null) // nobody is listening
  // Something that is not Dacapo may answer there in its own way.
  const text = await answer?.text()
  if (!answer?.ok || !answer.headers.get('content-type')?.startsWith('application/json')) return null
  return seeded.safeParse(JSON.parse(text ?? '')).data ?? null
}

async function intoDatabase(
  configuration: Configuration,
  email: string,
): Promise<Seeded | { kind: 'failed'; message: string }> {
  const log = createLog(configuration.logLevel)
  const opened = await openDatabase(configuration, log, { say })
  if (opened.kind === 'failed') return opened
  const { database } = opened
  try {
    const identity = createIdentity(configuration, database.db, log)
    return await seed({ database, identity, log, now: () => Date.now() }, email)
  } finally {
    await database.close()
  }
}

function end(message: string, code: number): never {
  process.stderr.write(`${message}\n`)
  process.exit(code)
}

// At the end, because it needs what is declared above.
await main()
