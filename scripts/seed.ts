import * as z from 'zod'
import { addDevPagesKeyToUrl } from '#server/http/request-guards.ts'
import {
  CONFIGURATION_EXIT_CODE,
  loadEnvironmentFile,
  readConfiguration,
} from '#server/settings/configuration.ts'

const seeded = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('filled') }),
  z.object({ kind: z.literal('not-empty'), pieces: z.number() }),
])

async function main(email = 'musician@example.org') {
  loadEnvironmentFile()
  const read = readConfiguration(process.env)
  if (read.kind === 'faulty') return end(read.message, CONFIGURATION_EXIT_CODE)
  const { production, origin, devKey } = read.configuration
  if (production) return end('npm run seed invents data, so it does nothing in production.', 1)
  const answer = await fetch(addDevPagesKeyToUrl(`${origin}/dev/seed`, devKey), {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email }),
  }).catch(() => null) // nobody is listening
  const result = seeded.safeParse(await answer?.json().catch(() => null)).data
  if (answer !== null && answer.status >= 500)
    return end(`The server at ${origin} failed: its terminal says why.`, 1)
  if (result === undefined)
    return end(
      answer?.status === 400
        ? `${email} is not an e-mail address.`
        : `No Dacapo answers at ${origin}: npm start. If it listens on another port, name it: PORT=3001 npm run seed`,
      1,
    )
  console.log(
    result.kind === 'filled'
      ? `${email} now has four pieces and five weeks of practice. Sign in with that address at ${origin}/signin`
      : `${email} has ${result.pieces} pieces already: nothing was changed. Another account: npm run seed -- someone@example.org`,
  )
}

function end(message: string, code: number): never {
  console.error(message)
  process.exit(code)
}

await main(process.argv[2])
