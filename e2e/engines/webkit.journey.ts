import { describeJourney } from './journey.ts'
import { startWebkit } from './webkit.ts'

describeJourney('WebKit', startWebkit)
