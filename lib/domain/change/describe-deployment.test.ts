import { expect, test } from 'vitest'
import { describeDeployment, type JoinedDeployment, nameSender } from './describe-deployment.ts'

const named: JoinedDeployment = {
  matchedBy: 'number',
  service: 'payments-api',
  isOfService: true,
  handling: null,
  handledBy: null,
  handlingReason: null,
}
const unrecorded: JoinedDeployment = { ...named, matchedBy: 'pipeline', handledBy: 'Ada Example' }

test.each<[string, JoinedDeployment]>([
  ['The deployment names this change.', named],
  [
    'The deployment names this change, but payments-api is not one of its services. It sets no actual times.',
    { ...named, isOfService: false },
  ],
  [
    'A text of the deployment mentions this change; service and planned window fit. It sets no actual times.',
    { ...named, matchedBy: 'mention', isOfService: false },
  ],
  [
    'No change authorised it; this one was made from the deployment. Ada Example required a review.',
    { ...unrecorded, handling: 'review' },
  ],
  [
    'No change authorised it; this one was made from the deployment. Ada Example dismissed it: A drill.',
    { ...unrecorded, handling: 'dismissed', handlingReason: 'A drill.' },
  ],
  ['', { ...named, matchedBy: null }],
])('says “%s”', (expected, deployment) => {
  expect(describeDeployment(deployment)).toBe(expected)
})

test('names a product by its label, and the sender of a format by its connection', () => {
  expect(nameSender({ label: 'GitLab' }, 'Our GitLab')).toBe('GitLab')
  expect(nameSender({ label: 'CloudEvents', formats: ['CDEvents'] }, 'Spinnaker')).toBe('Spinnaker')
  expect(nameSender(null, 'Spinnaker')).toBe('Spinnaker')
  expect(nameSender(null, null)).toBe('a pipeline')
})
