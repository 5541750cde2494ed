import { buildOpenApi } from '#server/platform/api/openapi/build-open-api.ts'
import { lintDocument } from '#server/platform/api/openapi/lint-document.ts'

const document = buildOpenApi()
const problems = await lintDocument(document)
const paths = Object.keys(document.paths ?? {}).length
console.log([...problems, `OpenAPI document of ${paths} paths: ${problems.length} errors and warnings`].join('\n'))
process.exitCode = problems.length === 0 ? 0 : 1
