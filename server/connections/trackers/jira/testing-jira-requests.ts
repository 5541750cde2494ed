import { improvement } from '#lib/contracts/improvements.ts'
import type { FakeRequest } from '#server/connections/trackers/testing-fake-tracker.ts'
import { trackerFor } from '#server/connections/trackers/testing-fakes.ts'
import { fakeJira } from './testing-fake-jira.ts'

/** Performs every call of Hindsight to Jira, and returns the requests. */
export async function callJira(): Promise<readonly FakeRequest[]> {
  const action = {
    ...improvement.example,
    title: 'Rehearse\n"major" upgrades',
    description: '# Why\n\n- *slow*\n- `late`',
  }
  const fake = fakeJira({ pageSize: 1, people: { [action.owner]: '5b10a2844c20165700ede21g' } })
  const tracker = trackerFor(fake)
  await tracker.check()
  const { key } = await tracker.create(action)
  const issue = await tracker.find(key)
  if (!issue) throw new Error('The issue was not created.')
  const fields = ['title', 'description', 'target_date', 'owner'] as const
  const done = await tracker.update(issue, action, { fields, status: 'done' })
  await tracker.update(done, action, { fields: [], status: 'open' })
  fake.store.add({ status: 'To Do' })
  await tracker.findCreated(action.id, new Date(0))
  await tracker.findCreated('imp_none', new Date(0))
  await tracker.changedSince('OPS', new Date(0))
  return fake.store.requests
}

const key = '^[A-Z][A-Z0-9_]+-[1-9][0-9]*$'
const text = { type: 'string', minLength: 1 }
const issueKey = { name: 'issueIdOrKey', in: 'path', required: true, schema: { type: 'string', pattern: key } }
const project = { name: 'projectIdOrKey', in: 'path', required: true, schema: text }
const query = (name: string, schema: object = text, required = false) => ({ name, in: 'query', required, schema })
const ok = { '200': { description: 'Successful' } }
const done = { '204': { description: 'Successful, without a body' } }
const body = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })
const object = (properties: object, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

const document = object(
  { type: { const: 'doc' }, version: { const: 1 }, content: { type: 'array', items: { type: 'object' } } },
  ['type', 'version', 'content'],
)
const writable = {
  summary: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[^\\n\\r]*$' },
  description: document,
  duedate: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
  assignee: object({ accountId: text }, ['accountId']),
}
const newIssue = object(
  {
    fields: object(
      { ...writable, project: object({ key: text }, ['key']), issuetype: object({ name: text }, ['name']) },
      ['summary', 'project', 'issuetype'],
    ),
    properties: { type: 'array', items: object({ key: text, value: {} }, ['key', 'value']) },
  },
  ['fields'],
)
const transition = object(
  { transition: object({ id: text }, ['id']), fields: object({ resolution: object({ id: text }, ['id']) }) },
  ['transition'],
)

/** The operations of Jira Cloud that Hindsight calls, with the parameters and fields that they allow. */
export const jiraOpenApi = {
  openapi: '3.0.3',
  info: { title: 'The part of Jira Cloud that Hindsight calls', version: '3' },
  servers: [{ url: 'https://jira.example' }],
  components: { securitySchemes: { basic: { type: 'http', scheme: 'basic' } } },
  security: [{ basic: [] }],
  paths: {
    '/rest/api/3/myself': { get: { responses: ok } },
    '/rest/api/3/mypermissions': {
      get: { parameters: [query('projectKey'), query('permissions', text, true)], responses: ok },
    },
    '/rest/api/3/project/{projectIdOrKey}': { get: { parameters: [project], responses: ok } },
    '/rest/api/3/project/{projectIdOrKey}/statuses': { get: { parameters: [project], responses: ok } },
    '/rest/api/3/user/assignable/search': {
      get: {
        parameters: [
          query('project', text, true),
          query('query'),
          query('maxResults', { type: 'integer', maximum: 1000 }),
        ],
        responses: ok,
      },
    },
    '/rest/api/3/search/jql': {
      get: {
        parameters: [
          query('jql', text, true),
          query('fields', text, true),
          query('properties'),
          query('maxResults', { type: 'integer', minimum: 1, maximum: 5000 }),
          query('nextPageToken'),
        ],
        responses: ok,
      },
    },
    '/rest/api/3/issue': { post: { requestBody: body(newIssue), responses: { '201': { description: 'Created' } } } },
    '/rest/api/3/issue/{issueIdOrKey}': {
      get: { parameters: [issueKey, query('fields', text, true), query('expand')], responses: ok },
      put: {
        parameters: [issueKey],
        requestBody: body(object({ fields: { ...object(writable), minProperties: 1 } }, ['fields'])),
        responses: done,
      },
    },
    '/rest/api/3/issue/{issueIdOrKey}/transitions': {
      get: { parameters: [issueKey, query('expand')], responses: ok },
      post: { parameters: [issueKey], requestBody: body(transition), responses: done },
    },
  },
} as const
