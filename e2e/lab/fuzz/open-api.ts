import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

export type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly [keyword: string]: unknown
}

type Parameter = {
  readonly in: 'query' | 'path' | 'header'
  readonly name: string
  readonly schema: Schema
  readonly required?: boolean
  readonly example?: unknown
}

export type Operation = {
  readonly method: string
  readonly path: string
  readonly name: string
  readonly parameters: readonly Parameter[]
  readonly body: { readonly schema: Schema; readonly example: unknown } | null
  /** Security schemes, any of which suffices: none for a public operation. */
  readonly security: readonly string[]
  readonly isWrite: boolean
}

type Json = Record<string, unknown>
type Document = Json & { paths: Record<string, Record<string, Json>>; components: Json }

/** The OpenAPI document of the server: its operations, and validators of responses. */
export class OpenApi {
  readonly operations: readonly Operation[]
  readonly paths: readonly string[]
  readonly #document: Document
  readonly #ajv: Ajv2020
  readonly #judges = new Map<string, ValidateFunction>()

  constructor(document: Document) {
    this.#document = document
    this.#ajv = new Ajv2020({ strict: false, allErrors: false })
    addFormats.default(this.#ajv)
    this.#ajv.addSchema({ ...document, $id: 'openapi' })
    this.paths = Object.keys(document.paths)
    this.operations = this.paths.flatMap((path) =>
      Object.entries(document.paths[path] ?? {}).flatMap(([method, operation]) =>
        typeof operation === 'object' && operation !== null && 'operationId' in operation
          ? [this.#read(path, method, operation)]
          : [],
      ),
    )
  }

  operation(name: string): Operation {
    const operation = this.operations.find((known) => known.name === name)
    if (!operation) throw new Error(`The description has no operation ${name}.`)
    return operation
  }

  resolve(schema: Schema): Schema {
    return schema.$ref === undefined ? schema : this.resolve(this.#at(schema.$ref) as Schema)
  }

  /** Why a response does not fit the description, or null. */
  faultOf(operation: Operation, status: number, contentType: string | null, body: string): string | null {
    const described = this.#document.paths[operation.path]?.[operation.method.toLowerCase()] as { responses: Json }
    const response = described.responses[String(status)] as Json | undefined
    if (!response) return `status ${status} is not described`
    const pointer =
      typeof response.$ref === 'string'
        ? response.$ref.slice(1)
        : `/paths/${escaped(operation.path)}/${operation.method.toLowerCase()}/responses/${status}`
    const { content } = this.#at(`#${pointer}`) as { content?: Record<string, Json> }
    if (content === undefined) return body === '' ? null : `status ${status} has a body where none is described`
    const mediaType = contentType?.split(';')[0] ?? ''
    const isDescribed = Object.keys(content).some((type) => type.split(';')[0] === mediaType)
    if (!isDescribed) return `media type ${mediaType} is not described for status ${status}`
    if (mediaType !== 'application/json') return null
    const judge = this.#judge(`openapi#${pointer}/content/application~1json/schema`)
    return judge(JSON.parse(body)) ? null : `${this.#ajv.errorsText(judge.errors)} in ${body.slice(0, 300)}`
  }

  /** Whether a body fits the description. */
  isValid(operation: Operation, body: unknown): boolean {
    const pointer = `/paths/${escaped(operation.path)}/${operation.method.toLowerCase()}/requestBody/content/application~1json/schema`
    return this.#judge(`openapi#${pointer}`)(body) as boolean
  }

  #judge(reference: string): ValidateFunction {
    const known = this.#judges.get(reference)
    if (known) return known
    const judge = this.#ajv.compile({ $ref: reference })
    this.#judges.set(reference, judge)
    return judge
  }

  #read(path: string, method: string, operation: Json): Operation {
    const parameters = ((operation.parameters ?? []) as Json[]).map((parameter) =>
      typeof parameter.$ref === 'string'
        ? (this.#at(parameter.$ref) as Parameter)
        : (parameter as unknown as Parameter),
    )
    const content = (operation.requestBody as { content?: Record<string, Json> } | undefined)?.content
    const json = content?.['application/json'] as { schema: Schema; example?: unknown } | undefined
    return {
      method: method.toUpperCase(),
      path,
      name: String(operation.operationId),
      parameters,
      body: json ? { schema: json.schema, example: json.example } : null,
      security: ((operation.security ?? []) as Json[]).flatMap((way) => Object.keys(way)),
      isWrite: method !== 'get',
    }
  }

  #at(reference: string): unknown {
    return reference
      .slice(2)
      .split('/')
      .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce((value: unknown, part) => (value as Json)[part], this.#document)
  }
}

const escaped = (path: string) => encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'))
