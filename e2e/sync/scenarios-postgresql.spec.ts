import { test } from './scenario-station.ts'
import { scenariosOfKilledServers } from './scenarios-killed.ts'

// Only the scenarios that end a server in the middle of its work. The others never reach what differs between the
// engines: tests/database/database-contract.ts runs on both.
test.use({ engine: 'PostgreSQL', expectedFaults: [/Failed to load resource/] })

test.describe('of killed servers', scenariosOfKilledServers)
