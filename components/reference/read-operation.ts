import type { oas31 } from 'zod-openapi'
import { describeValue, type FieldRow, listFieldRows, type ValueDescription } from './describe-schema.ts'
import { type Document, resolve, type Schema } from './document.ts'
import type { Method, OperationEntry } from './read-reference.ts'

export type ParameterPlace = 'path' | 'query' | 'header'

export type Parameter = ValueDescription & {
  readonly name: string
  readonly place: ParameterPlace
  readonly isRequired: boolean
  readonly description: string
  /** Markdown after the first paragraph, such as the fields of a filter. */
  readonly more: string
  readonly defaultValue: string | null
  readonly example: string | null
}

type Body = {
  readonly types: readonly string[]
  readonly fields: readonly FieldRow[]
  readonly example: unknown
}

export type Success = {
  readonly status: string
  readonly description: string
  readonly headers: readonly string[]
  readonly type: string | null
  readonly fields: readonly FieldRow[]
  readonly example: unknown
}

export type ErrorView = {
  readonly status: string
  readonly codes: readonly ErrorCode[]
  readonly headers: readonly string[]
}
type ErrorCode = { readonly code: string; readonly when: string }

/** A security scheme with the required token scope or minimum role. */
export type Caller = {
  readonly scheme: string
  readonly kind: 'token' | 'session' | 'signature'
  readonly needs: string
}

/** One operation as the reference shows it, with all `$ref` resolved. */
export type OperationView = {
  readonly id: string
  readonly method: Method
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly callers: readonly Caller[]
  readonly parameters: readonly Parameter[]
  readonly body: Body | null
  readonly success: Success
  readonly isConditional: boolean
  readonly errors: readonly ErrorView[]
}

export function readOperation(document: Document, entry: OperationEntry): OperationView {
  const { id, method, path, summary, operation } = entry
  const responses = Object.entries(operation.responses ?? {})
  const success = responses.find(([status]) => status.startsWith('2'))
  if (!success) throw new Error(`${id} has no success response.`)
  return {
    id,
    method,
    path,
    summary,
    description: operation.description ?? '',
    callers: (operation.security ?? []).flatMap((requirement) => readCallers(document, requirement)),
    parameters: (operation.parameters ?? []).map((one) =>
      readParameter(document, resolve<oas31.ParameterObject>(document, one)),
    ),
    body: operation.requestBody
      ? readBody(document, resolve<oas31.RequestBodyObject>(document, operation.requestBody))
      : null,
    success: readSuccess(document, ...success),
    isConditional: responses.some(([status]) => status === '304'),
    errors: responses
      .filter(([status]) => status >= '400')
      .map(([status, response]) => readError(document, status, response)),
  }
}

function readCallers(document: Document, requirement: oas31.SecurityRequirementObject): Caller[] {
  return Object.entries(requirement).flatMap(([scheme, [needs = '']]) => {
    const securityScheme = document.components?.securitySchemes?.[scheme]
    const isHeader = securityScheme && 'in' in securityScheme && securityScheme.in === 'header'
    const kind =
      securityScheme && 'type' in securityScheme && securityScheme.type === 'http'
        ? 'token'
        : isHeader
          ? 'signature'
          : 'session'
    return { scheme, kind, needs }
  })
}

function readParameter(document: Document, parameter: oas31.ParameterObject): Parameter {
  const { name, in: place, required = false, description = '', schema = {}, example } = parameter
  const [lead = '', ...rest] = description.split('\n\n')
  const defaultValue: unknown = resolve<Schema>(document, schema).default
  return {
    ...describeValue(document, schema),
    name,
    place: place as ParameterPlace,
    isRequired: required,
    description: lead,
    more: rest.join('\n\n'),
    defaultValue: defaultValue === undefined ? null : String(defaultValue),
    example: example === undefined ? null : String(example),
  }
}

function readBody(document: Document, { content }: oas31.RequestBodyObject): Body {
  const [media] = Object.values(content)
  return {
    types: Object.keys(content),
    fields: media?.schema ? listFieldRows(document, media.schema) : [],
    example: media?.example,
  }
}

function readSuccess(
  document: Document,
  status: string,
  response: oas31.ResponseObject | oas31.ReferenceObject,
): Success {
  const { description, headers, content } = resolve<oas31.ResponseObject>(document, response)
  const [type, media] = Object.entries(content ?? {})[0] ?? [null, null]
  return {
    status,
    description,
    headers: Object.keys(headers ?? {}),
    type,
    fields: media?.schema ? listFieldRows(document, media.schema) : [],
    example: media?.example,
  }
}

/** Parses the description of an error response, which has a paragraph for each code: `code`: when. */
function readError(
  document: Document,
  status: string,
  response: oas31.ResponseObject | oas31.ReferenceObject,
): ErrorView {
  const { description, headers } = resolve<oas31.ResponseObject>(document, response)
  const codes = description.split('\n\n').map((paragraph) => {
    const [, code = '', when = paragraph] = /^`(\w+)`: (.*)$/s.exec(paragraph) ?? []
    return { code, when }
  })
  return { status, codes, headers: Object.keys(headers ?? {}) }
}
