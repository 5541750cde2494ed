import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import type { FakeRequest } from '#server/connections/trackers/testing-fake-tracker.ts'
import { quoteJql } from './jira-issues.ts'
import { callJira, jiraOpenApi } from './testing-jira-requests.ts'

const ajv = new Ajv({ coerceTypes: true, strict: false })

type Parameter = { name: string; in: string; required: boolean; schema: object }
type JiraOperation = {
  parameters?: readonly Parameter[]
  requestBody?: { content: { 'application/json': { schema: object } } }
}
const paths = Object.entries(jiraOpenApi.paths).map(([template, operations]) => ({
  template,
  pattern: new RegExp(`^${template.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
  operations: operations as Readonly<Record<string, JiraOperation>>,
}))

/** Lists the faults of a request according to the description of the API. */
function listFaults({ method, url, body }: FakeRequest): string[] {
  const path = paths.find(({ pattern }) => pattern.test(url.pathname))
  const operation = path?.operations[method.toLowerCase()]
  if (!path || !operation) return [`${method} ${url.pathname} is not described`]
  const inPath = path.pattern.exec(url.pathname)?.groups ?? {}
  const inQuery = Object.fromEntries(url.searchParams)
  const parameters = operation.parameters ?? []
  const unknown = Object.keys(inQuery).filter((name) => !parameters.some((known) => known.name === name))
  const faulty = parameters.filter(({ name, required, schema, in: place }) => {
    const value = (place === 'path' ? inPath : inQuery)[name]
    return value === undefined ? required : !ajv.validate({ type: 'object', properties: { value: schema } }, { value })
  })
  const schema = operation.requestBody?.content['application/json'].schema
  const isBodyValid = schema ? ajv.validate(schema, body) : Object.keys(body).length === 0
  return [
    ...unknown.map((name) => `${path.template} knows no ${name}`),
    ...faulty.map(({ name }) => `${path.template}: ${name} is wrong`),
    ...(isBodyValid ? [] : [`${method} ${path.template}: ${ajv.errorsText()}`]),
  ]
}

test('sends only requests that the description of Jira allows, and makes every described call', async () => {
  const requests = await callJira()
  expect(requests.flatMap(listFaults)).toEqual([])
  const made = new Set(
    requests.map(({ method, url }) => {
      const path = paths.find(({ pattern }) => pattern.test(url.pathname))
      return `${method.toLowerCase()} ${path?.template}`
    }),
  )
  const described = paths.flatMap(({ template, operations }) =>
    Object.keys(operations).map((way) => `${way} ${template}`),
  )
  expect([...made].toSorted()).toEqual(described.toSorted())
})

test('quotes values of JQL so that they stay one value', () => {
  expect(quoteJql('OPS" OR project = "HR\\')).toBe('"OPS\\" OR project = \\"HR\\\\"')
  expect(() => quoteJql('a\nb')).toThrow('control characters')
})
