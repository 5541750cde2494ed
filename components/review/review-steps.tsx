import { useQuery } from '@tanstack/react-query'
import { BookOpen } from 'lucide-react'
import { memo, useDeferredValue, useMemo, useRef, useState } from 'react'
import { useShortcut } from '#components/layout/shortcuts/shortcuts.tsx'
import { CloseFacts } from '#components/records/close-facts.tsx'
import { Implementer } from '#components/records/implementer.tsx'
import { Button } from '#components/ui/button.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Sheet } from '#components/ui/overlay/dialog.tsx'
import { Stepper, type StepperStep } from '#components/ui/stepper.tsx'
import { Tabs } from '#components/ui/tabs.tsx'
import { JsonDocument } from '#components/ui/text/json-document.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { cleanCheckQuery, improvementsQuery, linkedIncidentsQuery } from '#lib/api/review-queries.ts'
import { isLocked } from '#lib/contracts/app/review-values.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { type ProgressStep, progressSteps, stepLabels } from '#lib/review/labels.ts'
import { listStepProgress, type StepProgress } from '#lib/review/progress.ts'
import { type LiveReview, useLateReview, useReviewSavers } from './form/review-savers.ts'
import type { ReviewReader } from './form/use-step-form.ts'
import { useFocusAfterMove, useStepHref } from './form/use-step-href.ts'
import { iconOnlyClass, ReassignReview, ReviewHeader } from './review-header.tsx'
import { ReviewNotices } from './review-notices.tsx'
import { SaveIndicator } from './save-indicator.tsx'
import { SignOffActions, StepContent } from './step-content.tsx'
import { StepPanel } from './step-panel.tsx'

type ReviewStepsProps = {
  change: ChangeRecord
  review: Review
  step: ProgressStep
  reader: ReviewReader
  /** True if the review was started on this page: the step then takes the focus, because the start button is gone. */
  takesFocus: boolean
}

/** A review: its progress, the current step and, beside it, the change. */
export function ReviewSteps({ change, review, step: initialStep, reader, takesFocus }: ReviewStepsProps) {
  const { number } = change
  const { email: account, canWrite, canManage } = reader
  const panel = useRef<HTMLElement>(null)
  const { step, onLinkClick, goTo } = useStepHref(number, initialStep, panel, takesFocus)
  useFocusAfterMove(review.status, panel, !isLocked(review))
  useStepShortcuts(number, step, goTo)
  const savers = useReviewSavers(review, account)
  // Deferred, so that a field shows its new value at once and everything derived from it follows.
  const live = useDeferredValue(useLateReview(savers, review))
  const steps = useProgress(change, review, live)
  const progress = steps.find((candidate) => candidate.step === step)
  const isReadOnly = !canWrite || isLocked(review)

  const header = useMemo(
    () => (
      <ReviewHeader
        change={change}
        review={review}
        actions={
          <>
            <ReassignReview review={review} account={account} canManage={canManage} />
            <ChangeReferenceButton change={change} step={step} />
          </>
        }
      />
    ),
    [change, review, account, canManage, step],
  )
  const stepper = useMemo(
    () => (
      <Stepper
        label="Steps of the review"
        steps={steps.map((progress) => stepLink(number, progress, review, live))}
        current={pagePaths.review(number, step)}
      />
    ),
    [steps, number, review, live, step],
  )

  if (!progress) return null
  const content = { review, change, savers, live, steps, isReadOnly }
  return (
    <div onClickCapture={onLinkClick}>
      {header}
      <div className="mb-3 short:mb-1">{stepper}</div>
      <ReviewNotices number={number} review={review} live={live} step={step} reader={reader} />
      <div className="flex items-start gap-5">
        <div className="min-w-0 flex-1">
          <StepPanel
            number={number}
            progress={progress}
            panel={panel}
            isReadOnly={isReadOnly}
            status={isReadOnly || step === 'sign_off' ? null : <SaveIndicator step={step} state={live.states[step]} />}
            actions={step === 'sign_off' ? <SignOffActions person={signer(reader)} {...content} /> : null}
          >
            <StepContent key={step} step={step} reader={reader} panel={panel} {...content} />
          </StepPanel>
        </div>
        <ChangeReference change={change} step={step} />
      </div>
    </div>
  )
}

function useStepShortcuts(number: string, step: ProgressStep, goTo: (href: string) => void): void {
  const index = progressSteps.indexOf(step)
  const goToStep = (other: ProgressStep | undefined) => other && goTo(pagePaths.review(number, other))
  useShortcut(']', 'Next step of the review', () => goToStep(progressSteps[index + 1]))
  useShortcut('[', 'Previous step of the review', () => goToStep(progressSteps[index - 1]))
}

const signer = ({ email, name, canManage, canWrite }: ReviewReader) => ({
  email,
  name,
  role: canManage ? ('manager' as const) : canWrite ? ('reviewer' as const) : ('viewer' as const),
})

function useProgress(change: ChangeRecord, review: Review, { forms }: LiveReview): StepProgress[] {
  const improvements = useQuery(improvementsQuery(review.reference)).data?.result
  const linked = useQuery(linkedIncidentsQuery(change.number)).data?.result
  const check = useQuery({ ...cleanCheckQuery(review.reference), enabled: !isLocked(review) }).data
  return useMemo(
    () =>
      listStepProgress({
        change,
        forms,
        improvementCount: improvements?.filter(({ status }) => status !== 'cancelled').length ?? 0,
        linkedIncidents: linked?.map((incident) => incident.number) ?? [],
        urgentIncidents: check?.urgent_incidents ?? [],
        review,
      }),
    [change, forms, improvements, linked, check, review],
  )
}

function stepLink(number: string, { step, missing }: StepProgress, review: Review, live: LiveReview): StepperStep {
  const waitsHere = step === 'sign_off' && review.status === 'awaiting_sign_off'
  const isStarted =
    step === 'sign_off' ? isLocked(review) : review.steps[step].version > 0 || live.states[step].kind !== 'saved'
  return {
    href: pagePaths.review(number, step),
    label: stepLabels[step],
    missing: review.status === 'waived' ? null : isLocked(review) && !waitsHere ? 0 : missing.length,
    started: isStarted,
    sentBack: review.returned?.step === step,
  }
}

type ChangeReferenceProps = { change: ChangeRecord; step: ProgressStep }

/** Tab with which a step opens; the plan by default. */
const firstTabs: Partial<Record<ProgressStep, string>> = {
  // The form itself shows the plan.
  plan: 'backout',
  risk: 'risk',
  incidents: 'window',
  outcome: 'closed',
}

const ChangeReference = memo(function ChangeReference(props: ChangeReferenceProps) {
  return (
    <aside
      aria-label="The change"
      className="sticky top-16 max-h-[calc(100dvh-5rem)] w-[26rem] shrink-0 overflow-y-auto rounded-lg border border-line bg-surface px-4 py-3 max-xl:hidden"
    >
      <ReferenceTabs {...props} />
    </aside>
  )
})

function ChangeReferenceButton(props: ChangeReferenceProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="xl:hidden">
      <Button icon={<BookOpen />} onClick={() => setOpen(true)}>
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

const times = [
  ['Planned start', 'planned_start'],
  ['Planned end', 'planned_end'],
  ['Actual start', 'actual_start'],
  ['Actual end', 'actual_end'],
] as const

function WindowFacts({ change }: { change: ChangeRecord }) {
  return (
    <Facts>
      {times.map(([label, field]) => (
        <Fact key={field} label={label} value={<DateTime value={change[field]} focusable />} />
      ))}
      <Fact label="Affected services" wide value={change.affected_services.join(', ') || 'None recorded'} />
      <Fact label="Implementer" wide value={<Implementer change={change} />} />
    </Facts>
  )
}
