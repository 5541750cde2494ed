'use client'

import { BookOpen } from 'lucide-react'
import { memo, useState } from 'react'
import { CloseFacts } from '#components/records/close-facts.tsx'
import { Implementer } from '#components/records/implementer.tsx'
import { Button } from '#components/ui/button.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Sheet } from '#components/ui/overlay/dialog.tsx'
import { Tabs } from '#components/ui/tabs.tsx'
import { JsonDocument } from '#components/ui/text/json-document.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import type { ProgressStep } from '#lib/domain/review/review-progress.ts'
import { iconOnlyClass } from './icon-only-class.ts'

type ChangeReferenceProps = { change: ChangeRecord; step: ProgressStep }

/** Tab with which a step opens; the plan by default. */
const firstTabs: Partial<Record<ProgressStep, string>> = {
  // The form itself shows the plan.
  plan: 'backout',
  risk: 'risk',
  incidents: 'window',
  outcome: 'closed',
}

/** Plan, backout plan, risk, window and close notes of the change, in a column beside the form. */
export const ChangeReference = memo(function ChangeReference(props: ChangeReferenceProps) {
  return (
    <aside
      aria-label="The change"
      className="sticky top-16 max-h-[calc(100dvh-5rem)] w-[26rem] shrink-0 overflow-y-auto rounded-lg border border-line bg-surface px-4 py-3 max-xl:hidden"
    >
      <ReferenceTabs {...props} />
    </aside>
  )
})

/** Button for narrow screens that opens plan, backout and risk of the change in a sheet. */
export function ChangeReferenceButton(props: ChangeReferenceProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="xl:hidden">
      <Button icon={<BookOpen aria-hidden="true" />} onClick={() => setOpen(true)}>
        <span className={iconOnlyClass}>Plan, backout and risk</span>
      </Button>
      {isOpen ? (
        <Sheet open={isOpen} onOpenChange={setOpen} title="The change">
          <ReferenceTabs {...props} />
        </Sheet>
      ) : null}
    </div>
  )
}

function ReferenceTabs({ change, step }: ChangeReferenceProps) {
  const [choice, setChoice] = useState({ step, tab: firstTabs[step] ?? 'plan' })
  const tab = choice.step === step ? choice.tab : (firstTabs[step] ?? 'plan')
  return (
    <Tabs
      label="The change"
      value={tab}
      onValueChange={(next) => setChoice({ step, tab: next })}
      tabs={[
        { value: 'plan', label: 'Plan', content: <JsonDocument value={change.implementation_plan} /> },
        { value: 'backout', label: 'Backout', content: <JsonDocument value={change.backout_plan} /> },
        { value: 'risk', label: 'Risk', content: <JsonDocument value={change.risk_assessment} /> },
        { value: 'window', label: 'Window', content: <WindowFacts change={change} /> },
        {
          value: 'closed',
          label: 'Closed',
          content: (
            <Facts>
              <CloseFacts change={change} whenNone="Not recorded" />
            </Facts>
          ),
        },
      ]}
    />
  )
}

function WindowFacts({ change }: { change: ChangeRecord }) {
  return (
    <Facts>
      <Fact label="Planned start">
        <DateTime value={change.planned_start} focusable />
      </Fact>
      <Fact label="Planned end">
        <DateTime value={change.planned_end} focusable />
      </Fact>
      <Fact label="Actual start">
        <DateTime value={change.actual_start} focusable />
      </Fact>
      <Fact label="Actual end">
        <DateTime value={change.actual_end} focusable />
      </Fact>
      <Fact label="Affected services" wide>
        {change.affected_services.join(', ') || 'None recorded'}
      </Fact>
      <Fact label="Implementer" wide>
        <Implementer change={change} />
      </Fact>
    </Facts>
  )
}
