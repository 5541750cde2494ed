import { Fragment } from 'react'
import { Badge, type Tone } from '#components/ui/badge.tsx'
import type { ValueDescription } from './describe-schema.ts'
import type { Method } from './read-operation.ts'

/** Text with code between backticks. */
export function InlineCode({ children }: { children: string }) {
  return children.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text keep their order
      <Code key={index}>{part}</Code>
    ),
  )
}

export function Code({ children }: { children: string }) {
  return <code className="rounded-sm bg-sunken px-1 py-px font-mono text-[0.92em] break-words">{children}</code>
}

/** Type, limits and enumeration values. */
export function ValueText({ value }: { value: ValueDescription }) {
  const { type, isNullable, values, limits } = value
  return (
    <>
      <span className="text-xs text-muted">
        {type}
        {isNullable ? ' or null' : ''}
        {limits ? ` · ${limits}` : ''}
      </span>
      {values.length > 0 ? (
        <ul aria-label="Values" className="mt-0.5 flex flex-wrap gap-x-1 gap-y-0.5 text-xs">
          {values.map((one) => (
            <li key={one}>
              <Code>{one}</Code>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

const tones: Readonly<Record<Method, Tone>> = {
  get: 'info',
  post: 'success',
  put: 'warning',
  patch: 'warning',
  delete: 'danger',
}

export function MethodBadge({ method }: { method: Method }) {
  return (
    <Badge tone={tones[method]} className="w-16 shrink-0 justify-center font-mono uppercase">
      {method}
    </Badge>
  )
}

/** A path with highlighted parameters; it may wrap after each slash. */
export function PathText({ path }: { path: string }) {
  const segments = path.split('/').slice(1)
  return (
    <code className="font-mono break-words">
      {segments.map((segment, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the segments of a path keep their order
        <Fragment key={index}>
          /<wbr />
          {segment.startsWith('{') ? <span className="text-accent-text">{segment}</span> : segment}
        </Fragment>
      ))}
    </code>
  )
}
