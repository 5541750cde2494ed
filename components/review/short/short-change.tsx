import { CloseFacts } from '#components/records/close-facts.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { readPlanSteps } from '#lib/domain/change/plan-steps.ts'
import { findStatedObjective } from '#lib/domain/change/stated-objective.ts'

/** Facts of the change that the short form asks about: times, services and steps. */
export function ShortChange({ change }: { change: ChangeRecord }) {
  const steps = readPlanSteps(change.implementation_plan)
  const objective = findStatedObjective(change)
  return (
    <section aria-label="The change" className="rounded-lg border border-line bg-surface px-4 py-3">
      <Facts>
        <Fact label="Planned">
          <DateTime value={change.planned_start} /> – <DateTime value={change.planned_end} />
        </Fact>
        <Fact label="Carried out">
          <DateTime value={change.actual_start} /> – <DateTime value={change.actual_end} />
        </Fact>
        <Fact label="Services" wide>
          {change.affected_services.join(', ') || 'None recorded'}
        </Fact>
        {objective ? (
          <Fact label="Objective" wide>
            {objective}
          </Fact>
        ) : null}
        <CloseFacts change={change} />
      </Facts>
      {steps.length > 0 ? (
        <ol className="mt-3 list-decimal border-t border-line pt-2 pl-5 text-sm">
          {steps.map(({ key, text }) => (
            <li key={key}>{text}</li>
          ))}
        </ol>
      ) : null}
    </section>
  )
}
