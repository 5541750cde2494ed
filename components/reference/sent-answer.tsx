import { Badge } from '#components/ui/badge.tsx'
import { CodeText } from './code-block.tsx'
import type { Sent } from './send-request.ts'

/** Characters of a body that are shown: a page of a thousand records would slow the browser. */
const shownCharacters = 60_000

/** What the service answered: status, headers, body. */
export function SentAnswer({ sent }: { sent: Sent }) {
  const { status, statusText, milliseconds, headers, body } = sent
  const cut = body.length - shownCharacters
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <Badge tone={status < 400 ? 'success' : 'danger'} className="font-mono">
          {status} {statusText}
        </Badge>
        <span className="text-muted">in {milliseconds} ms</span>
      </p>
      <details>
        <summary className="w-fit rounded-sm text-sm font-medium text-accent-text">Headers ({headers.length})</summary>
        <dl className="mt-1 text-xs">
          {headers.map(([name, value]) => (
            <div key={name} className="flex flex-wrap gap-x-2">
              <dt className="font-mono text-muted">{name}:</dt>
              <dd className="min-w-0 font-mono break-all">{value}</dd>
            </div>
          ))}
        </dl>
      </details>
      {body === '' ? (
        <p className="text-sm text-muted">There is no body.</p>
      ) : (
        <CodeText text={cut > 0 ? body.slice(0, shownCharacters) : body} />
      )}
      {cut > 0 ? <p className="text-xs text-muted">{cut.toLocaleString('en')} more characters are not shown.</p> : null}
    </div>
  )
}
