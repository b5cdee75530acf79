import { loadEnvironmentFile } from '#server/settings/configuration.ts'
import { examine, formatFindings } from './doctor.ts'

// npm run doctor: looks at everything the server needs, changes nothing, and ends with 1 if there is a fault.
loadEnvironmentFile()
const findings = await examine(process.env)
process.stdout.write(`${formatFindings(findings, process.env)}\n`)
process.exit(findings.some(({ kind }) => kind === 'FAULT') ? 1 : 0)
