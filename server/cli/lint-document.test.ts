import { expect, test } from 'vitest'
import { getHealth } from '#lib/contracts/operations.ts'
import { openApiDocument } from '#server/api-documents.ts'
import { buildOpenApi } from '#server/platform/api/openapi/build-open-api.ts'
import { lintDocument } from './lint-document.ts'

test('finds no problem in the document of all endpoints', async () => {
  expect(await lintDocument(openApiDocument())).toEqual([])
})

test('finds an example that does not match its schema', async () => {
  const broken = buildOpenApi({ kinds: [], trackers: [], formats: [], headers: [] }, [
    { ...getHealth, examples: { response: { status: 'asleep' } } },
  ])
  expect(await lintDocument(broken)).toContainEqual(expect.stringContaining('no-invalid-media-type-examples'))
})
