/** A record: raw values by field, as the database of ServiceNow has them. */
export type Row = Readonly<Record<string, string>>

export type TableSchema = {
  readonly fields: ReadonlySet<string>
  /** The table that a reference field points to. */
  readonly references: Readonly<Record<string, string>>
  /** The field that a reference to a record displays. */
  readonly display: string
}

const system = ['sys_id', 'sys_created_on', 'sys_created_by', 'sys_updated_on', 'sys_updated_by', 'sys_mod_count']
const task = [
  ...['number', 'short_description', 'description', 'state', 'active', 'priority', 'impact', 'urgency', 'opened_at'],
  ...['opened_by', 'assigned_to', 'assignment_group', 'cmdb_ci', 'business_service', 'closed_at', 'closed_by'],
  ...['close_code', 'close_notes', 'correlation_id', 'correlation_display', 'work_notes', 'comments', 'work_start'],
  ...['work_end', 'sys_class_name', 'parent'],
]
const taskReferences = {
  opened_by: 'sys_user',
  assigned_to: 'sys_user',
  closed_by: 'sys_user',
  assignment_group: 'sys_user_group',
  cmdb_ci: 'cmdb_ci_service',
  business_service: 'cmdb_ci_service',
}

const define = (fields: readonly string[], references: Readonly<Record<string, string>> = {}, display = 'name') => ({
  fields: new Set([...system, ...fields]),
  references,
  display,
})

/** The tables of the instance, with the fields that are of interest here. */
export const schemas: Readonly<Record<string, TableSchema>> = {
  change_request: define(
    [
      ...task,
      ...['type', 'risk', 'requested_by', 'start_date', 'end_date', 'implementation_plan', 'backout_plan'],
      ...['test_plan', 'risk_impact_analysis', 'justification', 'unauthorized', 'review_status', 'review_date'],
      ...['review_comments', 'chg_model', 'cab_recommendation', 'u_review_status', 'u_review_comments'],
    ],
    { ...taskReferences, requested_by: 'sys_user' },
    'number',
  ),
  change_task: define([...task, 'change_request', 'change_task_type'], {
    ...taskReferences,
    change_request: 'change_request',
  }),
  incident: define(
    [...task, 'incident_state', 'resolved_at', 'caused_by', 'rfc', 'problem_id', 'category', 'subcategory'],
    { ...taskReferences, caused_by: 'change_request', rfc: 'change_request', problem_id: 'problem' },
    'number',
  ),
  problem: define([...task, 'problem_state', 'rfc'], { ...taskReferences, rfc: 'change_request' }, 'number'),
  problem_task: define([...task, 'problem'], { ...taskReferences, problem: 'problem' }, 'number'),
  sys_user: define(
    [
      ...['user_name', 'name', 'first_name', 'last_name', 'email', 'title', 'location', 'employee_number', 'active'],
      ...['photo', 'time_zone'],
    ],
    { location: 'cmn_location' },
  ),
  sys_user_group: define(['name']),
  cmn_location: define(['name']),
  cmdb_ci_service: define(['name', 'number', 'short_description', 'service_classification', 'sys_class_name']),
  kb_category: define(['label'], {}, 'label'),
  kb_knowledge: define(
    [
      ...['number', 'short_description', 'text', 'wiki', 'article_type', 'workflow_state', 'author', 'published'],
      ...['kb_category', 'kb_knowledge_base', 'meta'],
    ],
    { author: 'sys_user', kb_category: 'kb_category' },
    'short_description',
  ),
  sys_journal_field: define(['element', 'element_id', 'name', 'value'], {}, 'value'),
}

/** Fields that collect notes: what is written becomes an entry of `sys_journal_field`. */
export const journalFields: ReadonlySet<string> = new Set(['work_notes', 'comments'])

export const integerFields: ReadonlySet<string> = new Set([
  ...['state', 'problem_state', 'incident_state', 'priority', 'impact', 'urgency', 'risk', 'sys_mod_count'],
])

export const isTimeField = (field: string) =>
  /(_on|_at|^work_start|^work_end|^start_date|^end_date)$/.test(field.slice(field.lastIndexOf('.') + 1))
