import { Markdown } from '#components/ui/text/markdown.tsx'
import type { FieldRow } from './describe-schema.ts'
import type { OperationView, Parameter } from './read-operation.ts'
import { Code, InlineCode, ValueText } from './text-parts.tsx'

type FieldListProps = {
  /** Fields of a body, or parameters. */
  fields: readonly (FieldRow & Partial<Parameter>)[]
  /** Requests mark required fields, responses optional ones. */
  marks: 'required' | 'optional'
}

export function FieldList({ fields, marks }: FieldListProps) {
  return (
    <dl className="divide-y divide-line border-y border-line">
      {fields.map((field) => (
        <div
          key={`${field.place} ${field.name}`}
          className="grid gap-x-4 py-1.5 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]"
        >
          <dt className="min-w-0 text-sm">
            <Code>{field.name}</Code>
            {field.place ? <span className="ml-1.5 text-xs text-muted">{field.place}</span> : null}
            <Mark isRequired={field.isRequired} marks={marks} />
          </dt>
          <dd className="min-w-0 text-sm">
            {field.description ? (
              <p>
                <InlineCode>{field.description}</InlineCode>
              </p>
            ) : null}
            <ValueText value={field} />
            {field.defaultValue ? (
              <span className="text-xs text-muted">
                {' · '}
                default {field.defaultValue}
              </span>
            ) : null}
          </dd>
          {field.more ? <ParameterDetails name={field.name} text={field.more} /> : null}
        </div>
      ))}
    </dl>
  )
}

function ParameterDetails({ name, text }: { name: string; text: string }) {
  return (
    <dd className="mt-1 min-w-0 sm:col-span-2">
      <details>
        <summary className="w-fit rounded-sm text-sm font-medium text-accent-text">
          Fields of <Code>{name}</Code>
        </summary>
        <div className="mt-2 mb-1 [&_table]:text-xs [&_td:last-child]:whitespace-nowrap">
          <Markdown>{text}</Markdown>
        </div>
      </details>
    </dd>
  )
}

function Mark({ isRequired, marks }: { isRequired: boolean; marks: FieldListProps['marks'] }) {
  if (isRequired !== (marks === 'required')) return null
  return <span className={`ml-1.5 text-xs ${isRequired ? 'text-danger-text' : 'text-muted'}`}>{marks}</span>
}

/** The responses of an operation: success with its fields, 304, and the errors with their codes. */
export function Responses({ operation }: { operation: OperationView }) {
  const { success, isConditional, errors } = operation
  return (
    <div className="flex flex-col gap-2">
      <SuccessResponse success={success} />
      {isConditional ? (
        <p className="text-sm">
          <Status>304</Status> Not modified: an <Code>ETag</Code> in <Code>If-None-Match</Code> is current.
        </p>
      ) : null}
      <details>
        <summary className="w-fit rounded-sm text-sm font-medium text-accent-text">
          Errors: {errors.map(({ status }) => status).join(', ')}
        </summary>
        <dl className="mt-2 divide-y divide-line border-y border-line">
          {errors.map((error) => (
            <ErrorResponse key={error.status} error={error} />
          ))}
        </dl>
      </details>
    </div>
  )
}

const commonHeaders = ['X-Request-Id', 'RateLimit-Policy', 'RateLimit']

function SuccessResponse({ success }: Pick<OperationView, 'success'>) {
  const { status, description, headers, type, fields } = success
  const specificHeaders = headers.filter((name) => !commonHeaders.includes(name))
  return (
    <div className="flex flex-col gap-1">
      <p className="text-sm">
        <Status>{status}</Status> <InlineCode>{description}</InlineCode>
        {type && type !== 'application/json' ? (
          <>
            {' Type: '}
            <Code>{type}</Code>.
          </>
        ) : null}
        <Headers names={specificHeaders} />
      </p>
      {fields.length > 0 ? (
        <details>
          <summary className="w-fit rounded-sm text-sm font-medium text-accent-text">
            Fields of the body ({fields.length})
          </summary>
          <div className="mt-2">
            <FieldList fields={fields} marks="optional" />
          </div>
        </details>
      ) : null}
    </div>
  )
}

function ErrorResponse({ error }: { error: OperationView['errors'][number] }) {
  const specificHeaders = error.headers.filter((name) => !commonHeaders.includes(name))
  return (
    <div className="grid gap-x-4 py-1.5 sm:grid-cols-[3rem_minmax(0,1fr)]">
      <dt className="text-sm">
        <Status>{error.status}</Status>
      </dt>
      <dd className="min-w-0 text-sm">
        <ul>
          {error.codes.map(({ code, when }) => (
            <li key={code}>
              <Code>{code}</Code> <InlineCode>{when}</InlineCode>
            </li>
          ))}
        </ul>
        <Headers names={specificHeaders} />
      </dd>
    </div>
  )
}

function Headers({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <span className="text-muted">
      {' Headers: '}
      {names.map((name, index) => (
        <span key={name}>
          {index === 0 ? '' : ', '}
          <Code>{name}</Code>
        </span>
      ))}
      .
    </span>
  )
}

const Status = ({ children }: { children: string }) => (
  <span className="font-mono text-sm font-semibold tabular-nums">{children}</span>
)
