import type { oas31 } from 'zod-openapi'
import { type Document, describeValue, listFieldRows, resolve, type Schema } from './describe-schema.ts'

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const
export type Method = (typeof methods)[number]

type OperationEntry = {
  readonly id: string
  readonly method: Method
  readonly path: string
  readonly summary: string
  readonly operation: oas31.OperationObject
}

type TagEntry = {
  readonly name: string
  readonly slug: string
  readonly description: string
  readonly operations: readonly OperationEntry[]
}

export type TagGroup = { readonly name: string; readonly tags: readonly TagEntry[] }

/** One section of the overview; `text` is Markdown. */
export type OverviewSection = { readonly title: string; readonly slug: string; readonly text: string }

const toSlug = (title: string) => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

/** Groups the operations of a document by group and tag. */
export function readGroups(document: Document): TagGroup[] {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => readEntry(method, path, item[method])),
  )
  const groups: { name: string; tags: string[] }[] = document['x-tagGroups'] ?? []
  return groups.map(({ name, tags }) => ({
    name,
    tags: tags.map((tag) => ({
      name: tag,
      slug: toSlug(tag),
      description: document.tags?.find((one) => one.name === tag)?.description ?? '',
      operations: operations.filter(({ operation }) => operation.tags?.includes(tag)),
    })),
  }))
}

function readEntry(method: Method, path: string, operation: oas31.OperationObject | undefined): OperationEntry[] {
  if (!operation) return []
  return [{ id: operation.operationId ?? '', method, path, summary: operation.summary ?? '', operation }]
}

/** Splits the description of a document at its headings. */
export function readOverview(document: Document): OverviewSection[] {
  const parts = (document.info.description ?? '').split(/^# (.+)$/m).slice(1)
  return parts.flatMap((title, index) =>
    index % 2 === 0 ? [{ title, slug: toSlug(title), text: (parts[index + 1] ?? '').trim() }] : [],
  )
}

export type OperationView = ReturnType<typeof readOperation>
export type Parameter = OperationView['parameters'][number]
export type Caller = OperationView['callers'][number]

/** One operation as the reference shows it, with all `$ref` resolved. */
export function readOperation(document: Document, entry: OperationEntry) {
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

/** A security scheme with the required token scope or minimum role. */
function readCallers(document: Document, requirement: oas31.SecurityRequirementObject) {
  return Object.entries(requirement).flatMap(([scheme, [needs = '']]) => {
    const securityScheme = document.components?.securitySchemes?.[scheme]
    const isHeader = securityScheme && 'in' in securityScheme && securityScheme.in === 'header'
    const isToken = securityScheme && 'type' in securityScheme && securityScheme.type === 'http'
    return { scheme, kind: isToken ? 'token' : isHeader ? 'signature' : 'session', needs } as const
  })
}

function readParameter(document: Document, parameter: oas31.ParameterObject) {
  const { name, in: place, required = false, description = '', schema = {}, example } = parameter
  const [lead = '', ...rest] = description.split('\n\n')
  const defaultValue: unknown = resolve<Schema>(document, schema).default
  return {
    ...describeValue(document, schema),
    name,
    place: place as 'path' | 'query' | 'header',
    isRequired: required,
    description: lead,
    /** Markdown after the first paragraph, such as the fields of a filter. */
    more: rest.join('\n\n'),
    defaultValue: defaultValue === undefined ? null : String(defaultValue),
    example: example === undefined ? null : String(example),
  }
}

function readBody(document: Document, { content }: oas31.RequestBodyObject) {
  const [media] = Object.values(content)
  return {
    types: Object.keys(content),
    fields: media?.schema ? listFieldRows(document, media.schema) : [],
    example: media?.example,
  }
}

type ResponseOrRef = oas31.ResponseObject | oas31.ReferenceObject

function readSuccess(document: Document, status: string, response: ResponseOrRef) {
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
function readError(document: Document, status: string, response: ResponseOrRef) {
  const { description, headers } = resolve<oas31.ResponseObject>(document, response)
  const codes = description.split('\n\n').map((paragraph) => {
    const [, code = '', when = paragraph] = /^`(\w+)`: (.*)$/s.exec(paragraph) ?? []
    return { code, when }
  })
  return { status, codes, headers: Object.keys(headers ?? {}) }
}
