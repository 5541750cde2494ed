import { FieldList } from './field-list.tsx'
import { Code, InlineCode } from './inline-code.tsx'
import type { OperationView, Refusal, Success } from './read-operation.ts'

/** Every answer of an operation: success with its fields, not modified, and each error with its codes. */
export function Answers({ operation }: { operation: OperationView }) {
  const { success, isConditional, refusals } = operation
  return (
    <div className="flex flex-col gap-2">
      <SuccessAnswer success={success} />
      {isConditional ? (
        <p className="text-sm">
          <Status>304</Status> Not modified: an <Code>ETag</Code> of <Code>If-None-Match</Code> still holds.
        </p>
      ) : null}
      <details>
        <summary className="w-fit rounded-sm text-sm font-medium text-accent-text">
          Errors: {refusals.map(({ status }) => status).join(', ')}
        </summary>
        <dl className="mt-2 divide-y divide-line border-y border-line">
          {refusals.map((refusal) => (
            <ErrorAnswer key={refusal.status} refusal={refusal} />
          ))}
        </dl>
      </details>
    </div>
  )
}

const everywhere = ['X-Request-Id', 'RateLimit-Policy', 'RateLimit']

function SuccessAnswer({ success }: { success: Success }) {
  const { status, description, headers, type, fields } = success
  const own = headers.filter((name) => !everywhere.includes(name))
  return (
    <div className="flex flex-col gap-1">
      <p className="text-sm">
        <Status>{status}</Status> <InlineCode>{description}</InlineCode>
        {type && type !== 'application/json' ? (
          <>
            {' As '}
            <Code>{type}</Code>.
          </>
        ) : null}
        <Headers names={own} />
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

function ErrorAnswer({ refusal }: { refusal: Refusal }) {
  const own = refusal.headers.filter((name) => !everywhere.includes(name))
  return (
    <div className="grid gap-x-4 py-1.5 sm:grid-cols-[3rem_minmax(0,1fr)]">
      <dt className="text-sm">
        <Status>{refusal.status}</Status>
      </dt>
      <dd className="min-w-0 text-sm">
        <ul>
          {refusal.codes.map(({ code, when }) => (
            <li key={code}>
              <Code>{code}</Code> <InlineCode>{when}</InlineCode>
            </li>
          ))}
        </ul>
        <Headers names={own} />
      </dd>
    </div>
  )
}

function Headers({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <span className="text-muted">
      {' With '}
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
