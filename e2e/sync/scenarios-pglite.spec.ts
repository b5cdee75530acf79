import { test } from './scenario-station.ts'
import { scenariosOfKilledBrowsers } from './scenarios-killed-browser.ts'
import { scenariosOfKilledServers } from './scenarios-killed.ts'
import { scenariosOfNetworks } from './scenarios-network.ts'
import { scenariosOnDevices } from './scenarios-on-devices.ts'

// Many of these scenarios cut the network, which the browser reports.
test.use({ engine: 'PGlite', expectedFaults: [/Failed to load resource/] })

test.describe('on devices', scenariosOnDevices)
test.describe('of killed browsers', scenariosOfKilledBrowsers)
test.describe('of killed servers', scenariosOfKilledServers)
test.describe('of networks', scenariosOfNetworks)
