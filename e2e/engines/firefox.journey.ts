import { startFirefox } from './firefox.ts'
import { describeJourney } from './journey.ts'

describeJourney('Firefox', startFirefox)
