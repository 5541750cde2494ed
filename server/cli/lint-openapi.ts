import { openApiDocument } from '#server/api-documents.ts'
import { answerHelp } from './answer-help.mjs'
import { lintDocument } from './lint-document.ts'

answerHelp('Usage: npm run lint:openapi\nChecks the OpenAPI document by the rules of Spectral.')

const document = openApiDocument()
const problems = await lintDocument(document)
const paths = Object.keys(document.paths ?? {}).length
console.log([...problems, `OpenAPI document of ${paths} paths: ${problems.length} errors and warnings`].join('\n'))
process.exitCode = problems.length === 0 ? 0 : 1
