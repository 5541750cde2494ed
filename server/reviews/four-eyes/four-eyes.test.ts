import { expect } from 'vitest'
import { allEndpoints } from '#lib/contracts/all-endpoints.ts'
import { runs } from '#server/platform/testing-runs.ts'
import type { FirstOperation, Source } from './testing/histories.ts'
import { operationNames, operations } from './testing/operations.ts'
import { findViolation, test, urgent } from './testing/run-history.ts'

test(
  'whatever people, tokens, imports and connections do, nobody alone ends a review that required a sign-off',
  async ({ fixture }) => {
    const count = runs(5)
    expect(await findViolation(fixture, { runs: count, seed: 21 })).toBeNull()
    const successes = operationNames.map((name) => [name, fixture.successes.get(name) ?? 0] as const)
    if (count >= 5_000) expect(successes.filter(([, times]) => times < count / 5_000)).toEqual([])
  },
  runs(60_000),
)

/** Courses in which each operation succeeds, and the change that they need. */
const courses: readonly (readonly [course: string, change: Source['change']])[] = [
  [
    `noor start, noor fill, noor answer, noor submit, henrike read, noor withdraw, noor submit, henrike send_back,
     noor submit, henrike sign, noor reopen, henrike waive, paolo refuse_waiver, henrike waive, paolo confirm_waiver`,
    { type: 'emergency', state: 'review' },
  ],
  ['noor start, noor assign paolo 1, paolo name_service, noor fill, noor complete', { empty: 'service' }],
  ['henrike complete_clean, henrike reopen, henrike full_form', { isSampled: true, state: 'review' }],
  [
    `script import_outcome, noor deploy, script put_implementer noor 0, script put_kind noor 0, script put_state noor 5,
     script put_incident, noor alert noor 0, script import_incident, script import_kind, script import_state noor 0,
     script put_end noor 0, script import_end, script import_implementer paolo 0, noor connection_implementer,
     noor connection_kind noor 0, noor connection_state, noor connection_incident noor 0, paolo list_person,
     paolo undo_import, script patch, ada rename_account, ada change_role, ada switch_account, ada erase_account paolo 1`,
    { empty: 'times' },
  ],
  [
    `paolo import_action, noor own_action paolo 1, noor write_evidence, noor do_action, noor return_action,
     noor link_issue, noor close_issue, henrike verify_action, noor recheck_action, noor close_recheck,
     noor reopen_issue, noor unlink_issue, paolo ask_less, paolo ask_more, paolo delete_rule, paolo create_rule,
     paolo order_rules, noor decide`,
    {},
  ],
]

test('each operation succeeds in some history', async ({ fixture }) => {
  fixture.successes.clear()
  for (const [course, changed] of courses) {
    const change = { ...urgent, type: 'normal', risk: 'low', state: 'implement', ...changed } as const
    const source = { beginning: course.split(/,\s+/) as FirstOperation[], change, importer: 'script' } as const
    const search = { ...source, operations: [], people: ['noor', 'henrike', 'paolo'], runs: 1, seed: 1 } as const
    expect(await findViolation(fixture, search)).toBeNull()
  }
  expect(operationNames.filter((name) => !fixture.successes.has(name))).toEqual([])
})

/** Areas of the API in which somebody could end a review, verify an action or lower the requirements. */
const areas: readonly string[] = ['Changes', 'Reviews', 'Improvements', 'Policy', 'Attachments']

/** Endpoints of these areas that no operation runs, and the reason why nobody ends or verifies anything with them. */
const others: Readonly<Record<string, string>> = {
  deleteChange: 'deletes stubs only',
  setLegalHold: 'stops the retention',
  putMeasures: 'states what the change promises, before its review',
  addReading: 'adds a reading of a measure',
  measureNow: 'adds readings of measures',
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
  takeSecondLook: 'is about a completed review, which stays completed',
  setSecondLookRule: 'plans what happens after the completion',
  createHoliday: 'moves due dates',
  createHolidays: 'moves due dates',
  deleteHoliday: 'moves due dates',
  createReviewerGroup: 'chooses reviewers',
  updateReviewerGroup: 'chooses reviewers',
  deleteReviewerGroup: 'chooses reviewers',
  setServiceReviewer: 'chooses reviewers',
  deleteServiceReviewer: 'chooses reviewers',
  createFactor: 'words what reviews offer',
  deleteFactor: 'words what reviews offer',
  createReviewCheck: 'words what reviews ask',
  updateReviewCheck: 'words what reviews ask',
  deleteReviewCheck: 'words what reviews ask',
}

test('histories call each endpoint that could end a review, verify an action or lower what is required', () => {
  const called = Object.values(operations).flatMap(({ endpoints }) => endpoints)
  const names = new Set(called.map(({ name }) => name))
  const writes = allEndpoints.filter(({ tag, method }) => areas.includes(tag) && method !== 'GET')
  const uncalled = writes.map(({ name }) => name).filter((name) => !names.has(name))
  const advice = 'call a new endpoint in testing/operations.ts, or state in `others` why nobody ends anything with it'
  expect(uncalled.toSorted(), advice).toEqual(Object.keys(others).toSorted())
})
