import { expect, test } from 'vitest'
import type { WordedEvent } from './entity-kinds.ts'
import { eventWords } from './event-sentences.ts'
import { fieldChangesOf } from './field-change.ts'
import type { Piece } from './pieces.ts'

const names = {
  'ada@example.org': 'Ada Öberg',
  'noor@example.org': 'Noor Haddad',
  imp_1: 'Rehearse the upgrade',
  kb_1: 'Time an upgrade on a copy',
  acc_1: 'Ada Öberg',
  tok_1: 'Sync',
  rule_1: 'Emergency change',
  rule_2: 'High risk',
  grp_1: 'Database team',
  cmt_1: 'PIR-2026-0042',
  qst_1: 'PIR-2026-0042',
}

const textOf = (pieces: readonly Piece[]) =>
  pieces
    .map((piece) => (typeof piece === 'string' ? piece : 'record' in piece ? piece.record : 'at some time'))
    .join('')

const to = (value: unknown) => ({ from: null, to: value })
const between = (from: unknown, later: unknown) => ({ from, to: later })
const at = '2026-11-22T18:16:21.431Z'
const conditions = {
  types: ['emergency'],
  risks: ['high', 'very_high'],
  close_codes: [],
  overrun_minutes: null,
  incident_priority: null,
  is_unauthorized: false,
  sample_percent: null,
}
const change = 'CHG0000042'
const pir = 'PIR-2026-0042'

type Case = [kind: string, id: string, action: WordedEvent['action'], changes: WordedEvent['changes'], sentence: string]

const cases: Case[] = [
  [
    'review',
    pir,
    'create',
    { change_number: to(change), reviewer: to('ada@example.org') },
    `started the review ${pir}`,
  ],
  [
    'review',
    pir,
    'create',
    {
      status: to('not_started'),
      reviewer: to('ada@example.org'),
      form_kind: to('full'),
      due_on: to('2026-12-01'),
      reasons: to(['Emergency change: Type is emergency']),
    },
    `opened the review ${pir} for Ada Öberg, due 01 Dec 2026`,
  ],
  ['review', pir, 'update', { status: between('not_started', 'in_progress') }, `started the review ${pir}`],
  [
    'review',
    pir,
    'update',
    { status: between('in_progress', 'awaiting_sign_off'), submitted_by: to('ada@example.org') },
    `submitted the review ${pir} for sign-off`,
  ],
  [
    'review',
    pir,
    'update',
    { status: between('awaiting_sign_off', 'in_progress'), submitted_by: between('ada@example.org', null) },
    `withdrew the review ${pir}`,
  ],
  [
    'review',
    pir,
    'update',
    { status: between('awaiting_sign_off', 'in_progress'), return_reason: to('Plan step 3 has no note.') },
    `sent back the review ${pir}: “Plan step 3 has no note.”`,
  ],
  [
    'review',
    pir,
    'update',
    {
      status: between('awaiting_sign_off', 'completed'),
      pir_outcome: to('successful_with_issues'),
      signed_off_by: to('Noor Haddad'),
    },
    `signed off the review ${pir} with the outcome Successful with issues`,
  ],
  ['review', pir, 'update', { status: between('in_progress', 'completed') }, `completed the review ${pir}`],
  [
    'review',
    pir,
    'update',
    { status: between('completed', 'in_progress'), reopen_reason: to('A new incident came in.') },
    `reopened the review ${pir}: “A new incident came in.”`,
  ],
  ['review', pir, 'update', { reviewer: to('ada@example.org') }, `assigned the review ${pir} to Ada Öberg`],
  [
    'review',
    pir,
    'update',
    { reviewer: between('ada@example.org', 'noor@example.org') },
    `reassigned the review ${pir} from Ada Öberg to Noor Haddad`,
  ],
  ['review', pir, 'update', { reminded_at: to(at) }, `sent a reminder of the review ${pir}`],
  ['review', pir, 'update', { form_kind: between('short', 'full') }, `switched the review ${pir} to the full form`],
  [
    'review',
    pir,
    'update',
    { 'outcome.outcome': between('successful_with_issues', 'partially_successful') },
    `changed the outcome in the review ${pir} from Successful with issues to Partially successful`,
  ],
  [
    'review',
    pir,
    'update',
    { 'plan.steps.implementation_plan/stages/0#fb337a22.result': between('done', 'deviated') },
    `changed the result of step 1 of the implementation plan in the review ${pir} from Done to Deviated`,
  ],
  [
    'review',
    pir,
    'update',
    { 'plan.actual_start': between('2026-11-22T18:00:00.000Z', at) },
    `changed the start of the work in the review ${pir} from at some time to at some time`,
  ],
  [
    'review',
    pir,
    'update',
    { 'risk.verdict': to('too_low') },
    `set the verdict on the risk rating in the review ${pir} to Rated too low`,
  ],
  [
    'review',
    pir,
    'update',
    { 'incidents.decisions.INC0200328': to({ incident: 'INC0200328', decision: 'rejected', reason: 'Began before' }) },
    `set the decision on INC0200328 in the review ${pir} to Unrelated to the change (Began before)`,
  ],
  [
    'review',
    pir,
    'update',
    {
      'plan.notes': between('', 'x'),
      'plan.is_objective_met': to('partly'),
      'plan.steps.backout_plan/1#00000000': to({ key: 'k', result: 'skipped', note: 'Not needed' }),
      'outcome.justification': to('y'.repeat(300)),
      'lessons.drafts.d1': to({ key: 'd1', title: 'Copy first', content: 'Long', polarity: 'negative' }),
    },
    `saved Plan, Outcome and Lessons of the review ${pir}`,
  ],
  [
    'policy_decision',
    change,
    'create',
    { is_owed: to(true), reasons: to(['Emergency change: Type is emergency']), due_on: to('2026-12-01') },
    `decided that the change ${change} needs a review: Emergency change: Type is emergency`,
  ],
  ['policy_decision', change, 'create', { is_owed: to(false) }, `decided that the change ${change} needs no review`],
  [
    'policy_decision',
    change,
    'update',
    { is_owed: between(false, true) },
    `decided again that the change ${change} needs a review`,
  ],
  ['change', change, 'create', { title: to('Restart'), state: to('new') }, `recorded the change ${change}`],
  ['change', change, 'update', { state: between('implement', 'review') }, `moved the change ${change} to Review`],
  [
    'change',
    change,
    'update',
    {
      pir_completed: between(false, true),
      pir_outcome: to('failed'),
      pir_reference: to(pir),
      pir_date: to('2026-12-01'),
    },
    `marked the change ${change} as reviewed with the outcome Failed`,
  ],
  ['change', change, 'update', { pir_completed: between(true, false) }, `marked the change ${change} as not reviewed`],
  [
    'change',
    change,
    'update',
    { pir_outcome: between('successful_with_issues', null) },
    `cleared the outcome of the change ${change}, which was Successful with issues`,
  ],
  [
    'change',
    change,
    'update',
    { close_code: between('backed_out', 'failed'), actual_end: to(at) },
    `changed the close code and end of the work of the change ${change}`,
  ],
  [
    'improvement',
    'imp_1',
    'create',
    { title: to('Rehearse'), owner: to('ada@example.org'), target_date: to('2026-12-01'), status: to('open') },
    'registered the action “Rehearse the upgrade” for Ada Öberg, due 01 Dec 2026',
  ],
  ['improvement', 'imp_9', 'delete', { title: between('Rehearse', null) }, 'deleted the action “Rehearse”'],
  [
    'improvement',
    'imp_1',
    'update',
    { status: between('open', 'in_progress') },
    'started the action “Rehearse the upgrade”',
  ],
  [
    'improvement',
    'imp_1',
    'update',
    { status: between('in_progress', 'done'), done_at: to(at), done_by: to('ada@example.org'), evidence: to('Ran it') },
    'marked the action “Rehearse the upgrade” as done',
  ],
  [
    'improvement',
    'imp_1',
    'update',
    { status: between('done', 'verified'), verified_at: to(at), recheck_on: to('2027-01-05') },
    'verified the action “Rehearse the upgrade”',
  ],
  [
    'improvement',
    'imp_1',
    'update',
    { status: between('open', 'cancelled'), reason: to('No longer needed') },
    'cancelled the action “Rehearse the upgrade”: “No longer needed”',
  ],
  [
    'improvement',
    'imp_1',
    'update',
    { status: between('done', 'in_progress'), look_reason: to('INC2 on db reads like INC1.') },
    'reopened the action “Rehearse the upgrade” for a recheck: “INC2 on db reads like INC1.”',
  ],
  [
    'improvement',
    'imp_1',
    'update',
    { look_since: between(at, null), look_reason: between('x', null), look_note: to('Another cause') },
    'rechecked the action “Rehearse the upgrade”: “Another cause”',
  ],
  [
    'improvement',
    'imp_1',
    'update',
    { escalated_at: to(at) },
    'escalated the action “Rehearse the upgrade” to the managers, because it is overdue',
  ],
  [
    'improvement',
    'imp_1',
    'update',
    { owner: between('ada@example.org', 'noor@example.org') },
    'changed the owner of the action “Rehearse the upgrade” from Ada Öberg to Noor Haddad',
  ],
  [
    'improvement',
    'imp_1',
    'update',
    { target_date: between('2026-12-01', '2026-12-24') },
    'changed the due date of the action “Rehearse the upgrade” from 01 Dec 2026 to 24 Dec 2026',
  ],
  [
    'article',
    'kb_1',
    'create',
    { content: to('# x'), metadata: to({ article_type: 'lesson' }) },
    'published the lesson “Time an upgrade on a copy”',
  ],
  [
    'article',
    'kb_1',
    'update',
    { content: between('# x', '# y\nmore') },
    'changed the text of the article “Time an upgrade on a copy”',
  ],
  [
    'article_vote',
    'kb_1',
    'create',
    { is_useful: to(true), change_number: to(change) },
    `rated the article “Time an upgrade on a copy” as useful for the change ${change}`,
  ],
  [
    'article_vote',
    'kb_1',
    'delete',
    { is_useful: between(true, null) },
    'withdrew their vote on the article “Time an upgrade on a copy”',
  ],
  ['comment', 'cmt_1', 'create', { reference: to(pir), body: to('Hello') }, `commented on the review ${pir}`],
  ['comment', 'cmt_1', 'update', { body: between('Hello', 'Hello there') }, `edited a comment on the review ${pir}`],
  ['comment', 'cmt_1', 'delete', { reference: between(pir, null) }, `deleted a comment on the review ${pir}`],
  [
    'requester_question',
    'qst_1',
    'create',
    { reference: to(pir), requester: to('ada@example.org'), question: to('Did it work?') },
    `asked Ada Öberg about the review ${pir}: “Did it work?”`,
  ],
  [
    'requester_question',
    'qst_1',
    'update',
    { answer: to('partly'), remark: to('Slow'), answered_through: to('link') },
    `replied to a question about the review ${pir}: It worked in part`,
  ],
  [
    'incident',
    'INC1',
    'update',
    { caused_by_change: to(change) },
    `confirmed that the change ${change} caused the incident INC1`,
  ],
  [
    'incident',
    'INC1',
    'update',
    { caused_by_change: between(change, null) },
    `no longer confirms that the change ${change} caused the incident INC1`,
  ],
  ['saved_view', 'viw_1', 'create', { name: to('Mine'), is_shared: to(false) }, 'created the saved view “Mine”'],
  [
    'account',
    'acc_1',
    'create',
    { name: to('Ada Öberg'), role: to('manager') },
    'created the account of Ada Öberg as Manager',
  ],
  [
    'account',
    'acc_1',
    'update',
    { role: between('viewer', 'manager'), session_version: between(1, 2) },
    'changed the role of the account of Ada Öberg from Viewer to Manager',
  ],
  [
    'account',
    'acc_1',
    'update',
    { password: between('(hidden)', '(hidden)'), session_version: between(1, 2) },
    'set a new password for Ada Öberg',
  ],
  [
    'account',
    'acc_1',
    'update',
    { is_disabled: between(false, true), session_version: between(1, 2) },
    'disabled the account of Ada Öberg',
  ],
  ['account', 'acc_1', 'update', { session_version: between(1, 2) }, 'ended all sessions of the account of Ada Öberg'],
  [
    'account',
    'acc_1',
    'update',
    { provider_subject: to('sub-1') },
    'linked the account of Ada Öberg to the identity provider',
  ],
  ['api_token', 'tok_1', 'create', { name: to('Sync'), scope: to('write') }, 'created the API token “Sync”'],
  ['api_token', 'tok_1', 'update', { revoked_at: to(at) }, 'revoked the API token “Sync”'],
  [
    'policy',
    'rules',
    'update',
    { order: between(['rule_1', 'rule_2'], ['rule_2', 'rule_1']) },
    'changed the order of the rules',
  ],
  [
    'policy_rule',
    'rule_1',
    'create',
    { name: to('Emergency change'), conditions: to(conditions) },
    'created the rule “Emergency change”',
  ],
  ['policy_rule', 'rule_1', 'update', { is_active: between(true, false) }, 'switched off the rule “Emergency change”'],
  [
    'policy_rule',
    'rule_1',
    'update',
    { assignment: between({ kind: 'nobody' }, { kind: 'group', group_id: 'grp_1' }) },
    'changed the assignment of reviews of the rule “Emergency change” from Assigned to nobody to Assigned in turn: Database team',
  ],
  [
    'policy_rule',
    'rule_1',
    'update',
    { conditions: between({ ...conditions, risks: [] }, conditions), due_business_days: between(10, 5) },
    'changed the conditions and business days until reviews are due of the rule “Emergency change”',
  ],
  [
    'reviewer_group',
    'grp_1',
    'update',
    { members: between(['ada@example.org'], ['ada@example.org', 'noor@example.org']) },
    'changed the members of the group “Database team” from Ada Öberg to Ada Öberg and Noor Haddad',
  ],
  [
    'service_reviewer',
    'payments-db',
    'create',
    { service: to('payments-db'), reviewer: to('ada@example.org') },
    'made Ada Öberg the reviewer of the service payments-db',
  ],
  [
    'holiday',
    '2026-12-25',
    'create',
    { day: to('2026-12-25'), name: to('Christmas') },
    'added the holiday 25 Dec 2026 (Christmas)',
  ],
  [
    'import',
    'imp_2',
    'create',
    { file: to('incidents.csv'), records: to('incidents'), rows: to(1200) },
    'imported 1,200 rows of incidents from incidents.csv',
  ],
  [
    'review_policy',
    'x',
    'update',
    { is_strict: between(false, true) },
    'changed the is strict of the review policy x from No to Yes',
  ],
]

/** What only the disclosure shows: values of enumerations, times as recorded, paths of fields. */
const raw = /[a-z]_[a-z]|\d{4}-\d\d-\d\d|\dT\d|\bnull\b|[a-z]\.[a-z]+\.|#[0-9a-f]{8}|@|\{|\[|(rule|grp|imp|acc)_/

test.each(cases)('%s %s %s: %j', (entity_type, entity_id, action, changes, expected) => {
  const event: WordedEvent = { entity_type, entity_id, action, changes, names }
  const { sentence, fields } = eventWords(event, { isAdmin: true })
  expect(textOf(sentence)).toBe(expected)
  const shown = [
    textOf(sentence),
    ...fields.map(({ noun, before, after }) => `${noun}: ${textOf([...(before ?? []), ' ', ...(after ?? [])])}`),
  ]
  const isRaw = shown.filter((text) => raw.test(text.replace('incidents.csv', '')))
  expect(isRaw).toEqual([])
  const allFields = fieldChangesOf(event).map(
    ({ noun, before, after }) => `${noun} ${textOf([...(before ?? []), ...(after ?? [])])}`,
  )
  expect(allFields.filter((text) => raw.test(text) && !text.includes('incidents.csv'))).toEqual([])
})

test('names a person only as themselves when they change their own account', () => {
  const own = { entity_type: 'account', entity_id: 'acc_1', action: 'update', actor_name: 'Ada Öberg', names } as const
  const hidden = between('(hidden)', '(hidden)')
  expect(textOf(eventWords({ ...own, changes: { password: hidden } }, { isAdmin: false }).sentence)).toBe(
    'changed their password',
  )
})

test('says that a password was reset by a mailed link', () => {
  const reset = {
    entity_type: 'account',
    entity_id: 'acc_1',
    action: 'update',
    actor_name: 'Ada Öberg',
    names,
  } as const
  const changes = { password: between('(hidden)', '(hidden)'), reset_through: to('mail') }
  expect(textOf(eventWords({ ...reset, changes }, { isAdmin: false }).sentence)).toBe(
    'set a new password by a mailed link',
  )
})

test('does not name the record whose page it is', () => {
  const event: WordedEvent = {
    entity_type: 'change',
    entity_id: change,
    action: 'update',
    changes: { state: between('implement', 'review') },
    names,
  }
  expect(eventWords(event, { isAdmin: false, here: change }).sentence).toEqual([
    'moved ',
    'the change',
    ' to ',
    'Review',
  ])
})

test('lists the changes that a sentence leaves out', () => {
  const changes = { status: between('in_progress', 'done'), done_at: to(at), evidence: to('Ran it on a copy') }
  const { fields } = eventWords(
    { entity_type: 'improvement', entity_id: 'imp_1', action: 'update', changes, names },
    { isAdmin: false },
  )
  expect(fields).toMatchObject([{ noun: 'evidence', before: ['none'], after: ['Ran it on a copy'] }])
})

test('says that a write came through the API', () => {
  const event: WordedEvent = {
    entity_type: 'review',
    entity_id: pir,
    action: 'update',
    actor_kind: 'token',
    changes: { status: between('not_started', 'completed') },
    names,
  }
  expect(textOf(eventWords(event, { isAdmin: false }).sentence)).toBe(`completed the review ${pir} through the API`)
})

test.each([
  ['import_1', ' by an import of changes.csv'],
  ['import_1:undo', ' by undoing an import of changes.csv'],
  ['import_2', ' by an import'],
])('says which import wrote: %s', (request_id, ending) => {
  const event: WordedEvent = {
    entity_type: 'change',
    entity_id: 'CHG1',
    action: 'update',
    actor_kind: 'import',
    request_id,
    changes: { title: between('One', 'Uno') },
    names: { import_1: 'changes.csv' },
  }
  expect(textOf(eventWords(event, { isAdmin: false }).sentence).endsWith(ending)).toBe(true)
})
