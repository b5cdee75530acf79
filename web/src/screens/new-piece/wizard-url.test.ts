import { expect, test } from 'vitest'
import { wizardUrl, parseWizardPosition, type WizardPosition } from './wizard-url.ts'

const placeAt = (address: string) =>
  parseWizardPosition(new URL(address, 'https://dacapo.example').searchParams)

test('[NP4] an address tells the place, and the place the address', () => {
  const places: WizardPosition[] = [
    { kind: 'choice' },
    { kind: 'step', type: 'whole', step: 0 },
    { kind: 'step', type: 'sections', step: 3 },
  ]
  expect(places.map(place => placeAt(wizardUrl(place)))).toEqual(places)
})

test('[NP4] an address nobody could have got leads to the choice or to the first step', () => {
  expect(placeAt('/new?as=half&step=2')).toEqual({ kind: 'choice' })
  expect(placeAt('/new?step=2')).toEqual({ kind: 'choice' })
  for (const step of ['0', '5', '-1', '1.5', 'two', ''])
    expect(placeAt(`/new?as=whole&step=${step}`)).toEqual({ kind: 'step', type: 'whole', step: 0 })
})
