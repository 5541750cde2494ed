import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

export type Schema = { readonly type?: string | readonly string[]; readonly [keyword: string]: unknown }

type Parameter = {
  readonly in: 'query' | 'path' | 'header'
  readonly name: string
  readonly schema: Schema
  readonly required?: boolean
  readonly example?: unknown
}

/** Content by its media type. */
type Content = Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>

/** An operation as the document describes it. */
type DescribedOperation = {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  /** Responses by status. */
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
  readonly security?: readonly object[]
}

export type ApiOperation = Pick<DescribedOperation, 'responses'> & {
  readonly method: string
  readonly path: string
  readonly name: string
  readonly parameters: readonly Parameter[]
  readonly body: { readonly schema: Schema; readonly example?: unknown } | null
  /** Security schemes, any of which suffices: none for a public operation. */
  readonly security: readonly string[]
  readonly isWrite: boolean
}

type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>> }

/** An OpenAPI document: its operations, and validators of responses. */
export class OpenApi {
  readonly operations: readonly ApiOperation[]
  readonly #ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: false }))

  constructor(document: Document) {
    const { paths } = dereference(document, document, new Map()) as Document
    this.operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([method]) => /^(?:get|put|post|patch|delete)$/.test(method))
        .map(([method, described]) => readOperation(path, method, described)),
    )
  }

  operation(name: string): ApiOperation {
    const operation = this.operations.find((known) => known.name === name)
    if (!operation) throw new Error(`The description has no operation ${name}.`)
    return operation
  }

  /** Returns the reason why a response does not fit the description, or null. */
  findFault({ responses }: ApiOperation, status: number, contentType: string | null, body: string): string | null {
    const response = responses[status]
    if (!response) return `status ${status} is not described`
    const { content } = response
    if (content === undefined) return body === '' ? null : `status ${status} has a body where none is described`
    const mediaType = contentType?.split(';')[0] ?? ''
    const isDescribed = Object.keys(content).some((type) => type.split(';')[0] === mediaType)
    if (!isDescribed) return `media type ${mediaType} is not described for status ${status}`
    if (mediaType !== 'application/json') return null
    const isValid = this.#ajv.validate(content[mediaType]?.schema ?? {}, JSON.parse(body))
    return isValid ? null : `${this.#ajv.errorsText()} in ${body.slice(0, 300)}`
  }

  /** True if a body fits the description. */
  isValid({ body }: ApiOperation, value: unknown): boolean {
    return this.#ajv.validate(body?.schema ?? {}, value)
  }
}

function readOperation(path: string, method: string, described: DescribedOperation): ApiOperation {
  const { operationId: name, parameters = [], requestBody, responses, security = [] } = described
  return {
    method: method.toUpperCase(),
    path,
    name,
    parameters,
    body: requestBody?.content['application/json'] ?? null,
    responses,
    security: security.flatMap((requirement) => Object.keys(requirement)),
    isWrite: method !== 'get',
  }
}

/** Replaces each reference in a part of the document by its target, which is made once; none refers to itself. */
function dereference(part: unknown, document: object, known: Map<string, unknown>): unknown {
  if (Array.isArray(part)) return part.map((item) => dereference(item, document, known))
  if (typeof part !== 'object' || part === null) return part
  if (!('$ref' in part)) {
    const entries = Object.entries(part).map(([name, value]) => [name, dereference(value, document, known)])
    return Object.fromEntries(entries)
  }
  const [, ...names] = String(part.$ref).split('/')
  const target = names.reduce<unknown>(
    (value, name) => Reflect.get(value as object, decodeURIComponent(name)),
    document,
  )
  const found = known.get(String(part.$ref)) ?? dereference(target, document, known)
  known.set(String(part.$ref), found)
  return found
}
