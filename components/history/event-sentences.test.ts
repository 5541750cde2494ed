import { expect, test } from 'vitest'
import { accountActions } from '#lib/actions/access-actions.ts'
import type { Action, Piece } from '#lib/actions/action.ts'
import { allActions } from '#lib/actions/all-actions.ts'
import { improvementActions } from '#lib/actions/improvement-actions.ts'
import { auditActions, conclusionActions, ruleActions } from '#lib/actions/policy-actions.ts'
import {
  articleActions,
  changeActions,
  commentActions,
  importActions,
  incidentActions,
  questionActions,
} from '#lib/actions/record-actions.ts'
import { reviewActions } from '#lib/actions/review-actions.ts'
import type { WordedEvent } from './entity-kinds.ts'
import { describeEvent } from './event-sentences.ts'
import { listFieldChanges } from './field-change.ts'

const names = {
  'ada@example.org': 'Ada Öberg',
  'noor@example.org': 'Noor Haddad',
  imp_1: 'Rehearse the upgrade',
  aud_1: 'March',
  kb_1: 'Time an upgrade on a copy',
  acc_1: 'Ada Öberg',
  tok_1: 'Sync',
  rule_1: 'Emergency change',
  rule_2: 'High risk',
  grp_1: 'Database team',
  cmt_1: 'PIR-2026-0042',
  qst_1: 'PIR-2026-0042',
  con_1: 'ServiceNow',
  import_2: 'incidents.csv',
}

const joinPieceTexts = (pieces: readonly Piece[]) =>
  pieces
    .map((piece) => (typeof piece === 'string' ? piece : 'record' in piece ? piece.record : 'at some time'))
    .join('')

const to = (value: unknown) => ({ from: null, to: value })
const between = (from: unknown, later: unknown) => ({ from, to: later })
const at = '2026-11-22T18:16:21.431Z'
const ended = { session_version: between(1, 2) }

const change = 'CHG0000042'
const pir = 'PIR-2026-0042'

type SentenceCase = [action: Action, id: string, changes: WordedEvent['changes'], sentence: string]

/** Sentences that depend on the values of an entry. */
const special: SentenceCase[] = [
  [
    reviewActions.saved,
    pir,
    {
      'plan.file': to('run.log'),
      'plan.notes': between('', 'x'),
      'plan.is_objective_met': to('partly'),
      'plan.steps.backout_plan/1#00000000': to({ key: 'k', result: 'skipped', note: 'Not needed' }),
      'outcome.justification': to('y'.repeat(300)),
      'lessons.drafts.d1': to({ key: 'd1', title: 'Copy first', content: 'Long', polarity: 'negative' }),
    },
    `saved Plan, Outcome and Lessons of the review ${pir}`,
  ],
  [reviewActions.assigned, pir, { reviewer: to('noor@example.org') }, `assigned the review ${pir} to Noor Haddad`],
  [
    reviewActions.returned,
    pir,
    { return_reason: to('Plan step 3 has no note.'), return_step: to('plan') },
    `sent back the review ${pir} to the step Plan: “Plan step 3 has no note.”`,
  ],
  [
    reviewActions.extended,
    pir,
    { extend_reason: to('“Ready on our side” took longer.'), due_on: to('2026-12-01') },
    `extended the review ${pir} to 1 Dec 2026: “‘Ready on our side’ took longer.”`,
  ],
  [conclusionActions.signed, '2026-Q3', {}, 'signed the conclusion of Q3 2026'],
  [
    changeActions.delete,
    change,
    { retention_days: to(3650) },
    `deleted the change ${change} after 3650 days, as the setting Retention says`,
  ],
  [
    changeActions.lesson_marked,
    change,
    { lesson: between('kb_1', 'kb_1'), lesson_mark: between('applied', 'not_now') },
    `marked the article “Time an upgrade on a copy” as Not now for the change ${change}`,
  ],
  [
    changeActions.lesson_marked,
    change,
    { lesson: { from: 'kb_1', to: null }, lesson_mark: { from: 'not_now', to: null } },
    `withdrew the mark of the article “Time an upgrade on a copy” for the change ${change}`,
  ],
  [
    articleActions.create,
    'kb_1',
    { content: to('# x'), metadata: to({ article_type: 'lesson' }) },
    'published the lesson “Time an upgrade on a copy”',
  ],
  [
    commentActions.create,
    'cmt_1',
    { reference: to(pir), body: to('Why?'), field: to('plan.actual_end') },
    `commented on the end of the work in the review ${pir}`,
  ],
  [
    reviewActions.proposed,
    pir,
    { proposed_fields: to('risk.verdict, risk.missed') },
    `proposed the verdict on the risk rating and missed risks for the review ${pir}`,
  ],
  [
    questionActions.answered,
    'qst_1',
    { answer: to('partly'), remark: to('Slow'), answered_through: to('link') },
    `replied to a question about the review ${pir}: It worked in part`,
  ],
  [
    incidentActions.cause_withdrawn,
    'INC1',
    { caused_by_change: between(change, null) },
    `no longer confirms that the change ${change} caused the incident INC1`,
  ],
  [
    importActions.create,
    'import_2',
    { file: to('incidents.csv'), records: to('incidents'), rows: to(1200) },
    'imported 1,200 rows of incidents from incidents.csv',
  ],
]

/** Entries without a sentence for their action, or without a name: the sentence lists the changed fields. */
const general: SentenceCase[] = [
  [
    reviewActions.update,
    pir,
    { 'plan.actual_start': between('2026-11-22T18:00:00.000Z', at) },
    `changed the start of the work in the review ${pir} from at some time to at some time`,
  ],
  [
    reviewActions.update,
    pir,
    { 'risk.verdict': to('too_low') },
    `set the verdict on the risk rating in the review ${pir} to Rated too low`,
  ],
  [
    reviewActions.update,
    pir,
    { 'incidents.decisions.INC0200328': to({ incident: 'INC0200328', decision: 'rejected', reason: 'Began before' }) },
    `set the decision on INC0200328 in the review ${pir} to Unrelated to the change (Began before)`,
  ],
  [
    changeActions.update,
    change,
    { pir_outcome: between('successful_with_issues', null) },
    `cleared the outcome of the change ${change}, which was Successful with issues`,
  ],
  [
    improvementActions.update,
    'imp_1',
    { target_date: between('2026-12-01', '2026-12-24') },
    'changed the due date of the action “Rehearse the upgrade” from 1 Dec 2026 to 24 Dec 2026',
  ],
  [
    auditActions.noted,
    'aud_1',
    { change_number: to(change), state: between('drawn', 'exception'), note: to('No rating.') },
    `marked the change ${change} as Exception in the audit “March”`,
  ],
  [
    accountActions.calendar_created,
    'acc_1',
    { calendar: to('reviews and actions') },
    'created their calendar of reviews and actions',
  ],
  [
    accountActions.update,
    'acc_1',
    { role: between('viewer', 'manager'), ...ended },
    'changed the role of the account of Ada Öberg from Viewer to Manager',
  ],
  [
    ruleActions.update,
    'rule_1',
    { assignment: between({ kind: 'nobody' }, { kind: 'group', group_id: 'grp_1' }) },
    'changed the assignment of reviews of the rule “Emergency change” from Assigned to nobody to Assigned in turn: Database team',
  ],
]

/** Raw values that must not appear in a sentence: enumerations, recorded times, paths of fields. */
const raw = /[a-z]_[a-z]|\d{4}-\d\d-\d\d|\dT\d|\bnull\b|[a-z]\.[a-z]+\.|#[0-9a-f]{8}|@|\{|\[|(rule|grp|imp|acc)_/
const withoutFiles = (text: string) => text.replaceAll('incidents.csv', '').replaceAll('import_2', '')

const createEvent = ({ entity, name, writes }: Action, id: string, changes: WordedEvent['changes']): WordedEvent => ({
  entity_type: entity,
  entity_id: id,
  action: writes,
  action_name: name,
  changes,
  names,
})

const renderEvent = (event: WordedEvent): { readonly text: string; readonly shown: readonly string[] } => {
  const { sentence, fields } = describeEvent(event, { isAdmin: true })
  const text = joinPieceTexts(sentence)
  const differences = [...fields, ...listFieldChanges(event)].map(
    ({ noun, before, after }) => `${noun}: ${joinPieceTexts([...(before ?? []), ' ', ...(after ?? [])])}`,
  )
  return { text, shown: [text, ...differences] }
}

/** An identifier for each kind of record that has a name. */
const ids: Readonly<Partial<Record<Action['entity'], string>>> = {
  account: 'acc_1',
  api_token: 'tok_1',
  article: 'kb_1',
  article_vote: 'kb_1',
  audit: 'aud_1',
  comment: 'cmt_1',
  connection: 'con_1',
  import: 'import_2',
  improvement: 'imp_1',
  policy_rule: 'rule_1',
  requester_question: 'qst_1',
  webhook: 'whk_1',
}

/** A former and a new value for each field whose values are not words. */
const sample: WordedEvent['changes'] = {
  answered_through: to('link'),
  completed_through: to('api'),
  done_at: to(at),
  escalated_at: to(at),
  drawn_count: to(25),
  expires_at: to(at),
  form_kind: between('short', 'full'),
  invited_until: between(at, null),
  is_disabled: between(false, true),
  order: between(['rule_1', 'rule_2'], ['rule_2', 'rule_1']),
  population_count: to(412),
  password: between('(hidden)', '(hidden)'),
  recheck_on: to('2027-01-05'),
  reminded_at: to(at),
  reset_through: to('mail'),
  session_version: between(1, 2),
  state: to('exception'),
  status: between('in_progress', 'awaiting_sign_off'),
  submitted_by: to('ada@example.org'),
  submitted_through: to('api'),
  undone_at: to(at),
  answer: to('partly'),
  away_until: to('2026-12-24'),
  connection_id: to('con_1'),
  source_count: to(412),
  caused_by_change: to(change),
  change_number: to(change),
  day: between('2026-12-25', '2026-12-25'),
  delegate: to('noor@example.org'),
  delegate_for: to('ada@example.org'),
  due_on: to('2026-12-01'),
  file: to('incidents.csv'),
  is_owed: to(true),
  metadata: to({ article_type: 'lesson' }),
  owner: to('ada@example.org'),
  pir_outcome: to('failed'),
  'plan.file': to('run.log'),
  reasons: to(['Emergency change: Type is emergency']),
  field: to('plan.actual_end'),
  requester: to('ada@example.org'),
  retention_days: to(3650),
  return_step: to('plan'),
  reviewer: between('ada@example.org', 'noor@example.org'),
  role: to('manager'),
  rows: to(1200),
  target_date: to('2026-12-01'),
  proposed_field: to('risk.missed'),
  proposed_fields: to('risk.missed, risk.verdict'),
  proposed_by: to('ada@example.org'),
  replayed: to(12),
}

test.each(
  allActions.filter(({ sentence }) => sentence).map((action) => [`${action.entity} ${action.name}`, action] as const),
)('%s has a sentence in words', (_, action) => {
  const read = new Proxy(sample, {
    get(target, field) {
      if (String(field).endsWith('_reason')) return to('It had an outage.')
      return Reflect.get(target, field) ?? to('Words')
    },
  })
  const { text, shown } = renderEvent(createEvent(action, ids[action.entity] ?? 'X1', read))
  expect(text).toMatch(/^[a-z]+ .*[^\s:,]$/)
  expect(text).not.toMatch(/ {2}|undefined|\[object/)
  expect(shown.filter((one) => raw.test(withoutFiles(one)))).toEqual([])
})

test.each(
  [...special, ...general].map(([action, ...rest]) => [`${action.entity} ${action.name}`, action, ...rest] as const),
)('%s', (_, action, id, changes, expected) => {
  const event = createEvent(action, id, changes)
  const { text, shown } = renderEvent(event)
  expect(text).toBe(expected)
  expect(shown.filter((text) => raw.test(withoutFiles(text)))).toEqual([])
})

test('an entry without a name, or with an unknown one, has the sentence of its plain write', () => {
  const changes = { status: between('in_progress', 'completed'), pir_outcome: to('failed') }
  const event = createEvent(reviewActions.completed, pir, changes)
  for (const action_name of [null, 'of_a_later_version']) {
    const { sentence } = describeEvent({ ...event, action_name }, { isAdmin: true })
    expect(joinPieceTexts(sentence)).toBe(`changed the status and outcome in the review ${pir}`)
  }
  const created = createEvent(changeActions.create, change, {})
  expect(joinPieceTexts(describeEvent({ ...created, action_name: null }, { isAdmin: true }).sentence)).toBe(
    `recorded the change ${change}`,
  )
  const unknown = { ...created, entity_type: 'review_policy', entity_id: 'x', action: 'update' } as const
  expect(
    joinPieceTexts(
      describeEvent({ ...unknown, changes: { is_strict: between(false, true) } }, { isAdmin: true }).sentence,
    ),
  ).toBe('changed the is strict of the review policy x from No to Yes')
})

test('says that a write came through the API', () => {
  const event = { ...createEvent(reviewActions.completed_through_api, pir, {}), actor_kind: 'token' }
  expect(joinPieceTexts(describeEvent(event, { isAdmin: false }).sentence)).toBe(
    `completed the review ${pir} through the API`,
  )
})

test.each([
  ['import_1', ' by an import of changes.csv'],
  ['import_1:undo', ' by undoing an import of changes.csv'],
  ['import_3', ' by an import'],
])('says which import wrote: %s', (request_id, ending) => {
  const event: WordedEvent = {
    ...createEvent(changeActions.update, 'CHG1', { title: between('One', 'Uno') }),
    action_name: null,
    actor_kind: 'import',
    request_id,
    names: { import_1: 'changes.csv' },
  }
  expect(joinPieceTexts(describeEvent(event, { isAdmin: false }).sentence).endsWith(ending)).toBe(true)
})
