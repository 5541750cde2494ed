import type { ValueDescription } from './describe-schema.ts'
import { Code } from './inline-code.tsx'

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
