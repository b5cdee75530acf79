import { test } from './scenario-station.ts'
import { scenariosOfKilling } from './scenarios-killed.ts'
import { scenariosOfNetworks } from './scenarios-network.ts'
import { scenariosOnDevices } from './scenarios-on-devices.ts'

// Which test tells which scenario stands in docs/sync-scenarios.md. Many of them cut the network, which the browser reports.
test.use({ engine: 'PostgreSQL', expectedFaults: [/Failed to load resource/] })

// What does not kill meets the same statements on both engines: the database contract proves that in every run.
test.describe('on devices', { tag: '@thorough' }, scenariosOnDevices)
test.describe('of killing', scenariosOfKilling)
test.describe('of networks', { tag: '@thorough' }, scenariosOfNetworks)
