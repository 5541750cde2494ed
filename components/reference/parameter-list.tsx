import { Markdown } from '#components/ui/text/markdown.tsx'
import { Code, InlineCode } from './inline-code.tsx'
import type { Parameter } from './read-operation.ts'
import { ValueText } from './value-text.tsx'

export function ParameterList({ parameters }: { parameters: readonly Parameter[] }) {
  return (
    <dl className="divide-y divide-line border-y border-line">
      {parameters.map((parameter) => (
        <div
          key={`${parameter.place} ${parameter.name}`}
          className="grid gap-x-4 py-1.5 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]"
        >
          <dt className="min-w-0 text-sm">
            <Code>{parameter.name}</Code>
            <span className="ml-1.5 text-xs text-muted">{parameter.place}</span>
            {parameter.isRequired ? <span className="ml-1.5 text-xs text-danger-text">required</span> : null}
          </dt>
          <dd className="min-w-0 text-sm">
            <p>
              <InlineCode>{parameter.description}</InlineCode>
            </p>
            <ValueText value={parameter} />
            {parameter.defaultValue === null ? null : (
              <span className="text-xs text-muted">
                {' · '}
                default {parameter.defaultValue}
              </span>
            )}
          </dd>
          {parameter.more ? <ParameterDetails name={parameter.name} text={parameter.more} /> : null}
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
