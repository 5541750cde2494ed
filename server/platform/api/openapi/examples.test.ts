import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { openApiDocument } from '#server/api-documents.ts'

type Node = Record<string, unknown>
type Example = { where: string; schema: string; value: unknown }

const document: Node = JSON.parse(JSON.stringify(openApiDocument()))
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** Every example in the document with its schema: bodies, responses, parameters and headers. */
function examplesIn(node: Node, where = ''): Example[] {
  const schema = `${where}/schema`
  const ownExamples: Example[] =
    !isNode(node.schema) || where.endsWith('/properties')
      ? []
      : [
          ...('example' in node ? [{ where, schema, value: node.example }] : []),
          ...Object.entries(isNode(node.examples) ? node.examples : {}).map(([name, example]) => ({
            where: `${where}/examples/${name}`,
            schema,
            value: isNode(example) ? example.value : undefined,
          })),
        ]
  const inner = Object.entries(node).flatMap(([key, value]) =>
    isNode(value) && key !== 'example' && key !== 'examples'
      ? examplesIn(value, `${where}/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
      : [],
  )
  return [...ownExamples, ...inner]
}

const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema(document, 'document')

const findFaults = ({ schema, value }: Example) => {
  const validate = ajv.compile({ $ref: `document#${schema}` })
  return validate(value) ? [] : validate.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`)
}

describe('examples of the document', () => {
  const examples = examplesIn(document)

  test('exist for parameters, bodies, responses and headers', () => {
    const kinds = ['/parameters/', '/requestBody/', '/responses/', '/headers/']
    for (const kind of kinds) expect(examples.filter(({ where }) => where.includes(kind)).length).toBeGreaterThan(2)
  })

  test('match their schemas', () => {
    const faults = examples.flatMap((example) => findFaults(example)?.map((fault) => `${example.where}: ${fault}`))
    expect(faults).toEqual([])
  })

  test('fail the check when they do not match', () => {
    const [example] = examples.filter(({ where }) => where.includes('NotFound'))
    expect(example && findFaults({ ...example, value: { error: { code: 'forbidden' } } })).toContain(
      '/error/code must be equal to one of the allowed values',
    )
  })
})
