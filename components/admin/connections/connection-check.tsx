import { CircleCheck, CircleMinus, CircleX, TriangleAlert } from 'lucide-react'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { RelativeTime } from '#components/ui/time/relative-time.tsx'
import type { Connection } from '#lib/contracts/app/connection-records.ts'

const marks = {
  ok: { icon: CircleCheck, label: 'In order', className: 'text-success-text' },
  warning: { icon: TriangleAlert, label: 'Needs attention', className: 'text-warning-text' },
  failed: { icon: CircleX, label: 'Does not work', className: 'text-danger-text' },
  skipped: { icon: CircleMinus, label: 'Not checked', className: 'text-muted' },
} as const

/** The steps of the last check, with advice on problems. */
export function ConnectionCheck({ check }: Pick<Connection, 'check'>) {
  return (
    <Card aria-labelledby="check">
      <CardHeader
        id="check"
        title="Check"
        actions={
          check ? (
            <span className="text-xs text-muted">
              <RelativeTime value={check.checked_at} />
            </span>
          ) : null
        }
      />
      {check === null ? (
        <CardBody className="text-sm text-muted">
          Not checked yet. A check reads a little from the other system and writes nothing to it.
        </CardBody>
      ) : (
        <ul className="divide-y divide-line">
          {check.steps.map(({ name, status, message, advice }) => {
            const { icon: Icon, label, className } = marks[status]
            return (
              <li key={`${name} ${message}`} className="flex items-start gap-2.5 px-4 py-2.5 text-sm">
                <Icon aria-label={label} className={`mt-0.5 size-4 shrink-0 ${className}`} />
                <div className="min-w-0 wrap-anywhere">
                  <p>
                    <span className="font-medium">{name}.</span> {message}
                  </p>
                  {advice === null ? null : <p className="text-muted">{advice}</p>}
                </div>
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}
