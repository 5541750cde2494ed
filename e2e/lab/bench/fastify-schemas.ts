const text = { type: 'string' }
const textOrNull = { type: ['string', 'null'] }
const moment = { type: 'string', format: 'date-time' }
const momentOrNull = { anyOf: [moment, { type: 'null' }] }
const whole = { type: 'integer' }
const document = { anyOf: [{ type: 'object', additionalProperties: true }, { type: 'null' }] }

const responseSchema = (status: number, properties: Record<string, unknown>) => ({
  response: { [status]: { type: 'object', properties } },
})
const list = (properties: Record<string, unknown>) => ({ type: 'array', items: { type: 'object', properties } })
const body = (properties: Record<string, unknown>, required: readonly string[]) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
})

const meta = { type: 'object', properties: { total: whole, page: whole, limit: whole } }

export const users = responseSchema(200, {
  data: list({ id: text, name: text, email: text, created_at: moment }),
  meta,
})

export const products = responseSchema(200, {
  data: list({ id: text, name: text, description: text, price: { type: 'number' }, category: text }),
  meta,
})

export const incidents = responseSchema(200, {
  result: list({
    number: text,
    short_description: text,
    priority: text,
    state: text,
    opened_at: moment,
    resolved_at: momentOrNull,
    related_change: textOrNull,
    caused_by_change: textOrNull,
    affected_service: textOrNull,
  }),
  total_count: whole,
})

export const change = responseSchema(200, {
  number: text,
  title: text,
  state: text,
  type: text,
  risk: textOrNull,
  affected_services: { type: 'array', items: text },
  implementation_plan: document,
  risk_assessment: document,
  backout_plan: document,
  planned_start: momentOrNull,
  planned_end: momentOrNull,
  actual_start: momentOrNull,
  actual_end: momentOrNull,
  assigned_to: textOrNull,
  close_code: textOrNull,
  close_notes: textOrNull,
  pir_completed: { type: 'boolean' },
  pir_reference: textOrNull,
  pir_outcome: textOrNull,
  pir_date: textOrNull,
  is_stub: { type: 'boolean' },
  created_at: moment,
  updated_at: moment,
})

const review = { pir_reference: text, pir_outcome: text, pir_date: text }
export const changePatch = body(review, Object.keys(review))

const newFields = {
  title: text,
  description: text,
  source_type: text,
  source_ref: text,
  owner: text,
  target_date: text,
  category: text,
  priority: text,
}
export const newImprovement = body(newFields, ['title', 'source_type', 'source_ref', 'owner', 'target_date'])
export const improvement = responseSchema(201, {
  id: text,
  ...newFields,
  status: text,
  created_at: moment,
  updated_at: moment,
})
