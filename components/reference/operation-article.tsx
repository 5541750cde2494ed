import type { ReactNode } from 'react'
import { CopyButton } from '#components/ui/text/copy-button.tsx'
import { createExampleRequest, formatCurlCommand } from './curl-line.ts'
import type { Caller, OperationView } from './read-operation.ts'
import { FieldList, Responses } from './responses.tsx'
import { Code, InlineCode, MethodBadge, PathText } from './text-parts.tsx'

/** Describes the callers of an operation. */
function CallerText({ callers }: { callers: readonly Caller[] }) {
  if (callers.length === 0) return <p className="text-sm text-muted">Public; no credential needed.</p>
  if (callers.some(({ kind }) => kind === 'signature')) {
    return <p className="text-sm text-muted">For the sender of a connection, by its signature or token.</p>
  }
  const tokens = callers.filter(({ kind }) => kind === 'token')
  const session = callers.find(({ kind }) => kind === 'session')
  return (
    <p className="text-sm text-muted">
      {'For '}
      {tokens.length > 0 ? (
        <>
          {'a token of '}
          {tokens.map(({ scheme }, index) => (
            <span key={scheme}>
              {index === 0 ? '' : index === tokens.length - 1 ? ' or ' : ', '}
              <Code>{getSystem(scheme)}</Code>
            </span>
          ))}
          {' with scope '}
          <Code>{tokens[0]?.needs ?? ''}</Code>
          {session ? ', or ' : ''}
        </>
      ) : null}
      {session ? (
        <>
          {'a person signed in as '}
          <Code>{session.needs}</Code>
          {session.needs === 'admin' ? '' : ' or above'}
        </>
      ) : null}
      .
    </p>
  )
}

/** Returns the system of a security scheme: `itsmToken` gives `itsm`. */
const getSystem = (scheme: string): string => scheme.replace(/Token$/, '')

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
              <FieldList fields={parameters} marks="required" />
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

type CodeBlockProps = {
  text: string
  /** Object of the copy button, such as "the curl command". */
  what: string
  title: string
}

/** Code with a title and a copy button. */
function CodeBlock({ text, what, title }: CodeBlockProps) {
  return (
    <figure className="min-w-0 overflow-hidden rounded-lg border border-line bg-surface">
      <figcaption className="flex items-center justify-between gap-2 border-b border-line py-0.5 pr-1 pl-3 text-xs font-medium text-muted">
        {title}
        <CopyButton value={text} what={what} />
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        className="max-h-96 overflow-auto bg-sunken/60 px-3 py-2 font-mono text-xs leading-5 focus-visible:-outline-offset-2"
      >
        <code>{text}</code>
      </pre>
    </figure>
  )
}
