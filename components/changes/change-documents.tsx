import { CardBody } from '#components/ui/card.tsx'
import { JsonDocument } from '#components/ui/text/json-document.tsx'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { SectionCard } from './section-card.tsx'

/** Plan, backout plan and risk assessment of a change; each may be any JSON. */
export function ChangeDocuments({ change }: { change: ChangeRecord }) {
  return (
    <div className="grid items-start gap-5 xl:grid-cols-2">
      <SectionCard section="plan">
        <CardBody>
          <JsonDocument value={change.implementation_plan} emptyText="No implementation plan is recorded" />
        </CardBody>
      </SectionCard>
      <div className="flex min-w-0 flex-col gap-5">
        <SectionCard section="backout">
          <CardBody>
            <JsonDocument value={change.backout_plan} emptyText="No backout plan is recorded" />
          </CardBody>
        </SectionCard>
        <SectionCard section="risk">
          <CardBody>
            <JsonDocument value={change.risk_assessment} emptyText="No risk assessment is recorded" />
          </CardBody>
        </SectionCard>
      </div>
    </div>
  )
}
