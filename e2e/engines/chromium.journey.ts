import { startChromium } from './chromium.ts'
import { describeJourney } from './journey.ts'

describeJourney('Chromium', startChromium)
