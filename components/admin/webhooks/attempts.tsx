import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import type { DeliveryDetail } from '#lib/contracts/app/webhook-deliveries.ts'

const codeClass =
  'max-h-80 overflow-auto rounded-md border border-line bg-sunken px-3 py-2 font-mono text-xs wrap-anywhere whitespace-pre-wrap'

/** Indents JSON; returns any other text unchanged. */
function formatBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

/** The body of a delivery and its attempts with their responses, last one first. */
export function Attempts({ body, attempts }: Pick<DeliveryDetail, 'body' | 'attempts'>) {
  return (
    <>
      <Card aria-labelledby="body">
        <CardHeader id="body" title="Body" />
        <CardBody>
          <pre className={codeClass}>{formatBody(body)}</pre>
        </CardBody>
      </Card>
      <Card aria-labelledby="attempts">
        <CardHeader id="attempts" title="Attempts" />
        {attempts.length === 0 ? <CardBody className="text-sm text-muted">It was not sent yet.</CardBody> : null}
        <ol className="divide-y divide-line">
          {attempts.toReversed().map(({ at, duration_ms: ms, headers, response, error }) => (
            <li key={at} className="flex flex-col gap-2 px-4 py-3 text-sm">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <StatusBadge tone={error === null ? 'success' : 'danger'}>
                  {response === null ? 'No answer' : response.status}
                </StatusBadge>
                <DateTime value={at} />
                <span className="text-xs text-muted">{ms.toLocaleString('en')} ms</span>
              </div>
              {error === null ? null : <p>{error}</p>}
              <details>
                <summary className="cursor-pointer text-xs text-muted">Headers and answer</summary>
                <div className="mt-2 flex flex-col gap-2">
                  <pre className={codeClass}>
                    {Object.entries(headers)
                      .map(([name, value]) => `${name}: ${value}`)
                      .join('\n')}
                  </pre>
                  {response?.body ? <pre className={codeClass}>{formatBody(response.body)}</pre> : null}
                </div>
              </details>
            </li>
          ))}
        </ol>
      </Card>
    </>
  )
}
