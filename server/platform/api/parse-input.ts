import type { z } from 'zod'
import type { ErrorDetail, FaultPlace } from '#lib/contracts/errors.ts'
import { AppError, invalidField, invalidParameter } from '#server/platform/errors.ts'
import { assertStorable } from '#server/platform/http/read-body.ts'
import type { Target } from '#server/platform/http/target.ts'

/** The query parameters. Rejects bad percent-encoding, NUL, repeated parameters, and `page` together with `cursor`. */
export function readQuery({ search }: Target): Record<string, string> {
  const values: Record<string, string> = Object.create(null)
  for (const pair of search.slice(1).split('&')) {
    if (pair === '') continue
    const at = pair.indexOf('=')
    const name = decode(at === -1 ? pair : pair.slice(0, at))
    const value = at === -1 ? '' : decode(pair.slice(at + 1))
    assertStorable(name, 'A parameter name')
    assertStorable(value, name)
    if (name in values) throw new AppError('invalid_request', `${name} appears more than once.`)
    values[name] = value
  }
  if ('page' in values && 'cursor' in values) {
    throw invalidField('cursor', 'query', 'cannot be combined with page')
  }
  return values
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new AppError('invalid_request', `The address contains ${text}, which is not valid percent-encoding.`)
  }
}

/** Parses one part of the input by its schema; each error names the field it concerns. */
export function parsePart<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  place: FaultPlace,
): z.output<Schema> {
  const result = schema.safeParse(value, { reportInput: true })
  if (result.success) return result.data
  const details = result.error.issues.flatMap((issue) => describeIssue(issue, place))
  throw invalidParameter(details as [ErrorDetail, ...ErrorDetail[]])
}

function describeIssue(issue: z.core.$ZodIssue, place: FaultPlace): ErrorDetail[] {
  const field = issue.path.join('.') || place
  if (issue.code === 'unrecognized_keys') {
    const noun = place === 'body' ? 'field' : 'parameter'
    return issue.keys.map((key) => {
      const full = [...issue.path, key].join('.')
      return { field: full, in: place, issue: `is not a known ${noun}` }
    })
  }
  if (issue.code === 'invalid_type' && issue.input === undefined) return [{ field, in: place, issue: 'is required' }]
  return [{ field, in: place, issue: lowerFirst(issue.message) }]
}

const lowerFirst = (message: string) => (/^must /.test(message) ? message : `is not valid: ${message}`)
