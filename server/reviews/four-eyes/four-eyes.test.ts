import { expect } from 'vitest'
import { allEndpoints } from '#lib/contracts/all-endpoints.ts'
import { runs } from '#server/platform/testing-runs.ts'
import { operations } from './testing/operations.ts'
import { findViolation, test } from './testing/run-history.ts'

test(
  'whatever people, tokens, imports and connections do, nobody alone ends a review that required a sign-off',
  async ({ fixture }) => {
    expect(await findViolation(fixture, { runs: runs(5), seed: 21 })).toBeNull()
  },
  runs(60_000),
)

/** Areas of the API in which somebody could end a review, verify an action or lower the requirements. */
const areas: readonly string[] = ['Changes', 'Reviews', 'Improvements', 'Policy', 'Attachments']

/** Endpoints of these areas that no operation runs, and the reason why nobody ends or verifies anything with them. */
const others: Readonly<Record<string, string>> = {
  deleteChange: 'deletes stubs only',
  setLegalHold: 'stops the retention',
  dismissUnrecordedChange: 'is about deployments that no change recorded',
  reviewUnrecordedChange: 'creates a change with an open review',
  publishLesson: 'creates an article',
  remindReviewers: 'sends mail',
  decideReviewProposal: 'makes who proposed an answer one of its writers, as known-people.test.ts shows',
  createImprovement: 'creates an open action, as each history does',
  deleteImprovement: 'deletes the action',
  addAttachment: 'writes a field of the step, or evidence, as attachments/attachments.test.ts shows',
  removeAttachment: 'writes a field of the step',
  syncIssueLink: 'reads the tracker at once, as its job does when an issue is closed',
  confirmRuleEnd: 'takes a second manager, as policy/follow-rules.test.ts draws',
  previewPolicyRule: 'writes nothing',
  extendReview: 'moves the due date',
  createHoliday: 'moves due dates',
  createHolidays: 'moves due dates',
  deleteHoliday: 'moves due dates',
  createReviewerGroup: 'chooses reviewers',
  updateReviewerGroup: 'chooses reviewers',
  deleteReviewerGroup: 'chooses reviewers',
  setServiceReviewer: 'chooses reviewers',
  deleteServiceReviewer: 'chooses reviewers',
}

test('histories call each endpoint that could end a review, verify an action or lower what is required', () => {
  const called = Object.values(operations).flatMap(({ endpoint, scriptEndpoint }) => [endpoint, scriptEndpoint])
  const names = new Set(called.map((one) => one?.name))
  const writes = allEndpoints.filter(({ tag, method }) => areas.includes(tag) && method !== 'GET')
  const uncalled = writes.map(({ name }) => name).filter((name) => !names.has(name))
  const advice = 'call a new endpoint in testing/operations.ts, or state in `others` why nobody ends anything with it'
  expect(uncalled.toSorted(), advice).toEqual(Object.keys(others).toSorted())
})
