import { expect, test } from 'vitest'
import { buildTokenApiDocument } from '#server/api-documents.ts'
import { lintDocument } from '#server/cli/lint-document.ts'

const document = buildTokenApiDocument()
const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, object>).flatMap(([method, operation]) =>
    typeof operation === 'object' && 'operationId' in operation
      ? [{ path, method, operation: operation as Record<string, unknown> }]
      : [],
  ),
)

test('has the operations of tokens alone, for tokens alone', () => {
  const bases = new Set(operations.map(({ path }) => /^\/api(\/(itsm|docs))?\/\w+/.exec(path)?.[0]))
  expect([...bases].toSorted()).toEqual(['/api/docs/v1', '/api/itsm/v1', '/api/metrics', '/api/v1'])
  const schemes = operations.flatMap(({ operation }) => (operation.security as object[]).flatMap(Object.keys))
  expect([...new Set(schemes)].toSorted()).toEqual(['docsToken', 'itsmToken', 'resourcesToken'])
  expect(Object.keys(document.components?.securitySchemes ?? {}).toSorted()).toEqual([
    'docsToken',
    'itsmToken',
    'resourcesToken',
  ])
})

test('lets responses grow, and keeps requests strict', () => {
  const schemas = document.components?.schemas as Record<string, { additionalProperties?: unknown }>
  for (const name of ['Change', 'Incident', 'Improvement', 'Article', 'ListedArticle', 'RecordEvent', 'Error']) {
    expect(schemas[name], name).toBeDefined()
    expect(schemas[name], name).not.toHaveProperty('additionalProperties')
  }
  for (const name of ['ChangePatch', 'ChangeWrite', 'IncidentWrite', 'NewArticle', 'ArticlePatch', 'NewImprovement']) {
    expect(schemas[name]?.additionalProperties, name).toBe(false)
  }
  const responses = JSON.stringify(operations.map(({ operation }) => operation.responses))
  expect(responses).not.toContain('"additionalProperties":false')
})

test('is well formed', async () => {
  expect(await lintDocument(document)).toEqual([])
})
