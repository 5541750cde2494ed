import type { ReactNode } from 'react'
import { CollapsedList } from '#components/ui/collapsed-list.tsx'
import { ExternalLink } from '#components/ui/external-link.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { Day } from '#components/ui/time/day.tsx'
import { type Outline, type OutlineSection, type OutlineStep, outlineJson } from '#lib/domain/change/json-outline.ts'
import { renderParts } from './render-parts.ts'

/** JSON document for reading, as lists, sections and tables instead of braces. */
export function JsonDocument({ value, emptyText = 'None recorded' }: { value: unknown; emptyText?: string }) {
  const outline = outlineJson(value)
  if (outline.kind === 'none') return <p className="text-muted italic">{emptyText}</p>
  return (
    <div className="@container text-base break-words">
      <OutlineNode node={outline} />
    </div>
  )
}

function OutlineNode({ node }: { node: Outline }): ReactNode {
  switch (node.kind) {
    case 'none':
      return <span className="text-muted italic">None recorded</span>
    case 'flag':
      return node.value ? 'Yes' : 'No'
    case 'number':
      return <span className="tabular-nums">{node.text}</span>
    case 'instant':
      return <DateTime value={node.text} />
    case 'day':
      return <Day value={node.text} />
    case 'link':
      return <ExternalLink href={node.text}>{node.text}</ExternalLink>
    case 'text':
      return <LongText text={node.text} />
    case 'list':
      return (
        <CollapsedList
          {...node}
          render={(item) => <OutlineNode node={item} />}
          omittedCount={node.left}
          marker="disc"
        />
      )
    case 'steps':
      return <OutlineSteps steps={node.steps} omittedCount={node.left} />
    case 'table':
      return <OutlineTable node={node} />
    case 'sections':
      return <OutlineSections sections={node.sections} omittedCount={node.left} />
    case 'deep':
      return (
        <CollapsedList
          items={node.lines}
          render={(line) => `${line.label}: ${line.text}`}
          omittedCount={node.left}
          marker="disc"
        />
      )
  }
}

function OutlineSteps({ steps, omittedCount }: { steps: OutlineStep[]; omittedCount: number }) {
  return (
    <CollapsedList
      items={steps}
      omittedCount={omittedCount}
      marker="number"
      render={(step) => (
        <>
          <p className={step.detail || step.sections.length > 0 ? 'font-medium' : undefined}>{step.title}</p>
          {step.detail ? <p className="whitespace-pre-line text-muted">{step.detail}</p> : null}
          {step.sections.length > 0 ? (
            <div className="mt-1 text-sm">
              <OutlineSections sections={step.sections} omittedCount={0} />
            </div>
          ) : null}
        </>
      )}
    />
  )
}

function OutlineSections({ sections, omittedCount }: { sections: OutlineSection[]; omittedCount: number }) {
  return (
    <>
      <dl className="flex flex-col gap-2">
        {sections.map(({ key, label, value }) =>
          isShort(value) ? (
            <div key={key} className="flex flex-wrap gap-x-3">
              <dt className="w-28 shrink-0 text-sm text-muted @md:w-40">{label}</dt>
              <dd className="min-w-0 flex-1 basis-36 @md:basis-48">
                <OutlineNode node={value} />
              </dd>
            </div>
          ) : (
            <div key={key}>
              <dt className="text-sm font-semibold">{label}</dt>
              <dd className="mt-1 border-l-2 border-line pl-3">
                <OutlineNode node={value} />
              </dd>
            </div>
          ),
        )}
      </dl>
      <LeftOut count={omittedCount} />
    </>
  )
}

function OutlineTable({ node }: { node: Extract<Outline, { kind: 'table' }> }) {
  return (
    <div className="relative overflow-x-auto">
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr>
            {renderParts(node.columns, ({ label }) => (
              <th scope="col" className="border-b border-line py-1 pr-4 text-left text-xs font-medium text-muted">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {renderParts(node.rows, (row) => (
            <tr>
              {renderParts(row, (cell) => (
                <td className="border-b border-line py-1 pr-4 align-top">
                  <OutlineNode node={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <LeftOut count={node.left} />
    </div>
  )
}

const longText = 1_500
const shownTextLength = 600

function LongText({ text }: { text: string }) {
  if (text.length <= longText) return <span className="whitespace-pre-line">{text}</span>
  const cut = text.lastIndexOf(' ', shownTextLength)
  const at = cut > 0 ? cut : shownTextLength
  return (
    <>
      <span className="whitespace-pre-line">{text.slice(0, at)}</span>
      <details>
        <summary className="w-fit rounded-sm text-sm font-medium text-accent-text">Show the rest of this text</summary>
        <p className="whitespace-pre-line">{text.slice(at).trimStart()}</p>
      </details>
    </>
  )
}

function LeftOut({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <p className="mt-1 text-sm text-muted">
      {count === 1 ? 'One more entry is' : `${count} more entries are`} not shown here.
    </p>
  )
}

function isShort(node: Outline): boolean {
  return node.kind === 'text'
    ? node.text.length <= 160 && !node.text.includes('\n')
    : !['list', 'steps', 'table', 'sections', 'deep'].includes(node.kind)
}
