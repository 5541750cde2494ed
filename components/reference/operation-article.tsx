import type { ReactNode } from 'react'
import { CallerText } from './caller-text.tsx'
import { CodeBlock } from './code-block.tsx'
import { formatCurlCommand } from './curl-line.ts'
import { createExampleRequest } from './example-request.ts'
import { FieldList } from './field-list.tsx'
import { Code, InlineCode } from './inline-code.tsx'
import { MethodBadge } from './method-badge.tsx'
import { ParameterList } from './parameter-list.tsx'
import { PathText } from './path-text.tsx'
import type { OperationView } from './read-operation.ts'
import { Responses } from './responses.tsx'

type OperationArticleProps = {
  operation: OperationView
  /** Scheme and host under which the reader reaches the service. */
  origin: string
}

/** One operation: parameters, body, responses and an example. */
export function OperationArticle({ operation, origin }: OperationArticleProps) {
  const { id, method, path, summary, description, callers, parameters, body } = operation
  return (
    <article aria-labelledby={id} className="border-t border-line py-8 first:border-t-0 first:pt-0">
      <h2 id={id} className="scroll-mt-16 text-lg font-semibold tracking-tight">
        <a href={`#${id}`} className="rounded-sm hover:underline">
          {summary}
        </a>
      </h2>
      <p className="mt-1 flex items-start gap-2 text-sm">
        <MethodBadge method={method} />
        <PathText path={path} />
      </p>
      <div className="mt-3 grid gap-x-8 gap-y-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,27rem)]">
        <div className="flex min-w-0 flex-col gap-5">
          <div className="flex max-w-prose flex-col gap-1">
            {description ? (
              <p className="text-pretty">
                <InlineCode>{description}</InlineCode>
              </p>
            ) : null}
            <CallerText callers={callers} />
          </div>
          {parameters.length > 0 ? (
            <Part title="Parameters">
              <ParameterList parameters={parameters} />
            </Part>
          ) : null}
          {body ? (
            <Part title="Body">
              <p className="mb-2 text-sm text-muted">
                {body.types.map((type, index) => (
                  <span key={type}>
                    {index === 0 ? '' : ' or '}
                    <Code>{type}</Code>
                  </span>
                ))}
              </p>
              <FieldList fields={body.fields} marks="required" />
            </Part>
          ) : null}
          <Part title="Responses">
            <Responses operation={operation} />
          </Part>
        </div>
        <Example operation={operation} origin={origin} />
      </div>
    </article>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1.5 text-sm font-semibold">{title}</h3>
      {children}
    </section>
  )
}

function Example({ operation, origin }: OperationArticleProps) {
  const { callers, success } = operation
  const isForCurl = callers.length === 0 || callers.some(({ kind }) => kind === 'token')
  return (
    <div className="flex min-w-0 flex-col gap-3 xl:sticky xl:top-16 xl:self-start">
      {isForCurl ? (
        <CodeBlock
          title="Request"
          what="the curl command"
          text={formatCurlCommand(origin, createExampleRequest(operation))}
        />
      ) : null}
      {success.example === undefined ? null : (
        <CodeBlock title={`Response ${success.status}`} what="the response" text={exampleText(success.example)} />
      )}
    </div>
  )
}

const exampleText = (example: unknown) => (typeof example === 'string' ? example : JSON.stringify(example, null, 2))
