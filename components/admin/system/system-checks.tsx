import { CircleCheck, TriangleAlert } from 'lucide-react'
import { Card, CardHeader } from '#components/ui/card.tsx'
import type { System } from '#lib/contracts/app/system.ts'

/** The checks; a check that needs action comes first. */
export function SystemChecks({ checks }: { checks: System['checks'] }) {
  const sorted = checks.toSorted((one, other) => Number(one.is_ok) - Number(other.is_ok))
  return (
    <Card aria-labelledby="checks">
      <CardHeader id="checks" title="Checks" />
      <ul className="divide-y divide-line">
        {sorted.map(({ name, is_ok, message, remedy }) => (
          <li key={name} className="flex items-start gap-2.5 px-4 py-2.5 text-sm">
            {is_ok ? (
              <CircleCheck aria-label="In order" className="mt-0.5 size-4 shrink-0 text-success-text" />
            ) : (
              <TriangleAlert aria-label="Needs attention" className="mt-0.5 size-4 shrink-0 text-warning-text" />
            )}
            <div className="min-w-0 wrap-anywhere">
              <p>
                <span className="font-medium">{name}.</span> {message}
              </p>
              {remedy === null ? null : <p className="text-muted">{remedy}</p>}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
