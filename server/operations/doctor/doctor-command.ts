import { checkRedisBus } from './check-redis-bus.ts'
import { checkDatabase } from './check-database.ts'
import { checkFiles } from './check-files.ts'
import { checkMail } from './check-mail.ts'
import { checkPublicAddress } from './check-public-address.ts'
import { checkStripe } from './check-stripe.ts'
import { createFaultFinding, createGoodFinding, formatFindings, redactSecrets } from './finding.ts'
import type { DoctorFinding } from './finding.ts'
import { findSecrets } from './secrets.ts'
import { readConfiguration } from '#server/settings/configuration.ts'
import type { Configuration } from '#server/settings/configuration.ts'
import { loadEnvironmentFile } from '#server/settings/environment-file.ts'

// npm run doctor: looks at everything the server needs, changes nothing, and ends with 1 if there is a fault.
loadEnvironmentFile()
const read = readConfiguration(process.env)
const findings = read.kind === 'read' ? await examine(read.configuration) : [settingsFault(read.message)]
process.stdout.write(`${redactSecrets(formatFindings(findings), findSecrets(process.env))}\n`)
process.exit(findings.some(({ kind }) => kind === 'fault') ? 1 : 0)

function settingsFault(message: string): DoctorFinding {
  return createFaultFinding(
    'Settings',
    message,
    'Correct them; docs/settings.md says what each means. Nothing else was looked at.',
  )
}

async function examine(configuration: Configuration): Promise<DoctorFinding[]> {
  const { production } = configuration
  const parts = await Promise.all([
    safely('Files', () => checkFiles(configuration, Date.now())),
    safely('Database', () => checkDatabase(configuration)),
    safely('Redis', () => checkRedisBus(configuration)),
    safely('Mail', () => checkMail(configuration)),
    safely('Stripe', () => checkStripe(configuration)),
    safely('Address', () => checkPublicAddress(configuration)),
  ])
  return [
    createGoodFinding('Settings', production ? 'complete for production' : 'for a development machine'),
    ...parts.flat(),
  ]
}

/** A check that throws must not hide the findings of the other checks. */
async function safely(area: string, check: () => Promise<DoctorFinding[]>): Promise<DoctorFinding[]> {
  try {
    return await check()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return [
      createFaultFinding(
        area,
        `could not be examined: ${reason}`,
        'If the reason does not help, please report it.',
      ),
    ]
  }
}
