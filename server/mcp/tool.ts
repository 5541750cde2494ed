import type { Tool as McpTool } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Endpoint } from '#lib/contracts/endpoint.ts'
import type { FilterFields } from '#lib/contracts/filter-fields.ts'
import type { Page } from '#lib/contracts/pages.ts'
import { wholeNumber } from '#lib/contracts/primitives.ts'
import { shorten } from '#lib/text/shorten.ts'
import { parsePart } from '#server/platform/api/read-input.ts'
import { assertStorable } from '#server/platform/http/read-body.ts'
import type { Context } from '#server/platform/runtime/context.ts'

/** A function that an assistant can call. It has the access of its endpoint, and reads the same data. */
export type Tool = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly access: Pick<Endpoint, 'access' | 'method'>
  /** True if it only reads; other tools need the scope propose. */
  readonly isReadOnly: boolean
  readonly input: z.ZodObject
  /** Returns the answer as text of bounded length, for arguments that `input` has parsed. */
  readonly run: (ctx: Context, input: never) => Promise<string>
}

type ToolDefinition<Input extends z.ZodObject> = Omit<Tool, 'input' | 'run' | 'isReadOnly' | 'access'> & {
  readonly endpoint: Endpoint
  readonly isReadOnly?: boolean
  readonly input: Input
}

/** Creates a tool that answers with one value, as JSON unless it is a text. */
export function createValueTool<Input extends z.ZodObject>({
  endpoint,
  isReadOnly = true,
  read,
  ...tool
}: ToolDefinition<Input> & { readonly read: (ctx: Context, input: z.output<Input>) => Promise<unknown> }): Tool {
  return { ...tool, isReadOnly, access: endpoint, run: async (ctx, input) => writeBoundedJson(await read(ctx, input)) }
}

/** The page of a list to read: that of the cursor of the last answer, or the first one. */
export type ListInput = { readonly page: number; readonly limit: number; readonly cursor?: string | undefined }

/** Rows per answer, unless the caller requests another number. */
const defaultRows = 20

const ListArguments = {
  limit: wholeNumber(1, 50)
    .default(defaultRows)
    .describe(`Rows in the answer, by default ${defaultRows}; fewer when they are long`),
  cursor: z.string().min(1).max(2048).optional().describe('`next_cursor` of the last answer, to go on from there'),
}

/** Creates a tool that answers with rows of a list, and with the cursor of the next ones. */
export function createListTool<Input extends z.ZodObject, Row>({
  endpoint,
  input,
  read,
  ...tool
}: Omit<ToolDefinition<Input>, 'isReadOnly'> & {
  readonly read: (ctx: Context, input: z.output<Input> & ListInput) => Promise<Page<Row>>
}): Tool {
  return {
    ...tool,
    isReadOnly: true,
    access: endpoint,
    input: input.extend(ListArguments),
    run: (ctx, { limit, ...rest }: z.output<Input> & ListInput) =>
      readBoundedList(limit, (fitting) =>
        read(ctx, { ...rest, page: 1, limit: fitting } as z.output<Input> & ListInput),
      ),
  }
}

/** Creates the schema of a filter argument, whose description names the fields. */
export const createFilterArgument = (fields: FilterFields) =>
  z
    .string()
    .max(4096)
    .optional()
    .describe(
      `A filter such as \`${buildExample(fields)}\`. Operators: = != < <= > >= ~ (contains), IN (…), NOT IN (…), IS EMPTY; AND, OR, NOT, parentheses. Quote values that are more than one word. explain_filter lists values and checks a filter. Fields: ${Object.keys(fields).join(', ')}`,
    )

function buildExample(fields: FilterFields): string {
  const [name, field] = Object.entries(fields).find(([, { values }]) => values && values.length > 1) ?? []
  return `${name} IN (${field?.values?.slice(0, 2).join(', ')})`
}

/**
 * Parses the arguments of a call with the schema of the tool, which is a query schema: numbers and flags are read from
 * their text. Throws `invalid_parameter`, naming every invalid argument, and `invalid_request` for a text that cannot
 * be stored.
 */
export function parseArguments({ input }: Tool, args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  JSON.stringify(args, (name, value: unknown) => {
    if (typeof value === 'string') assertStorable(value, name)
    return value
  })
  const isScalar = (value: unknown) => typeof value === 'number' || typeof value === 'boolean'
  const texts = Object.entries(args).flatMap(([name, value]) =>
    value === null ? [] : [[name, isScalar(value) ? String(value) : value]],
  )
  return parsePart(input, Object.fromEntries(texts), 'query')
}

/** Builds the JSON schema of the arguments, in which the numbers of a query schema are numbers. */
export function buildArgumentsSchema({ input }: Tool): McpTool['inputSchema'] {
  const schema = z.toJSONSchema(input, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      const { override, description } = jsonSchema
      if (typeof override !== 'object') return
      for (const key of Object.keys(jsonSchema)) if (key !== 'default') delete jsonSchema[key]
      Object.assign(jsonSchema, { description, ...override })
    },
  })
  return JSON.parse(JSON.stringify(schema))
}

/** Maximum characters of an answer, about 6,000 tokens of a model. */
export const maxAnswer = 24_000
/** Minimum and maximum length to which a text in a record is cut. */
const shortestText = 50
const longestText = 4_000

/** Formats a value as JSON without empty members; a text stays as it is. Long texts are cut until the answer fits. */
function writeBoundedJson(value: unknown): string {
  if (typeof value === 'string') return cutAnswer(value)
  for (let length = longestText; length >= shortestText; length /= 2) {
    const text = toJson(value, length)
    if (text.length <= maxAnswer) return text
  }
  return cutAnswer(toJson(value, shortestText))
}

/** Reads the rows of a list that fit into an answer, with their total and the cursor of the next ones. */
async function readBoundedList<Row>(limit: number, read: (limit: number) => Promise<Page<Row>>): Promise<string> {
  const { rows, total, next } = await read(limit)
  const answer = { total_count: total, result: rows, next_cursor: next ?? undefined }
  const { length } = toJson(answer, longestText)
  if (length <= maxAnswer || limit === 1) return writeBoundedJson(answer)
  return readBoundedList(Math.max(1, Math.floor((limit * maxAnswer) / length) - 1), read)
}

const toJson = (value: unknown, textLength: number): string =>
  JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner === 'string') return shorten(inner, textLength)
    return isEmpty(inner) ? undefined : inner
  })

const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)

const cutAnswer = (text: string) => shorten(text, maxAnswer, '… [The answer was too long and ends here.]')

/** Characters of one part of a long text, which leaves room for the note on further parts. */
const partLength = maxAnswer - 200

/** Returns one part of a long text, counted from 1, with the number of parts. */
export function slicePart(text: string, part: number): string {
  const count = Math.max(1, Math.ceil(text.length / partLength))
  if (count === 1 && part === 1) return text
  const end = part * partLength
  const more = part < count ? `; call again with part ${part + 1}` : ''
  return `${text.slice(end - partLength, end)}\n\n[Part ${part} of ${count}${more}.]`
}
