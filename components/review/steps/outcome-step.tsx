import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { missingHref } from '#components/review/form/missing-list.tsx'
import { Questions, StepQuestion, useNeed } from '#components/review/form/questions.tsx'
import { useLateReview } from '#components/review/form/review-savers.ts'
import { SeveralBoxes } from '#components/review/form/several-boxes.tsx'
import { bindFields, type StepProps, useFieldValue } from '#components/review/form/use-step-form.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { CollapsedList } from '#components/ui/collapsed-list.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { repeatedFactorsQuery } from '#lib/api/factor-queries.ts'
import { namedIncidentsQuery, questionsQuery } from '#lib/api/review-queries.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { countOpenMinutes } from '#lib/review/forms.ts'
import { type EvidenceItem, type OutcomeProposal, proposeOutcome } from '#lib/review/outcome.ts'
import { outcome as asked } from '#lib/review/questions/outcome.ts'
import { outcomeCriteria } from '#lib/review/questions/outcome-criteria.ts'
import { toReplyEvidence } from '#lib/review/requester-replies.ts'
import { describeDuration } from '#lib/text/describe-duration.ts'

const efforts = ['effort_planned', 'effort_actual'] as const

/** The four outcomes with their criteria and the suggested one; any other choice needs a justification. */
export function OutcomeStep({ review, change, savers }: StepProps) {
  const fieldOf = bindFields(savers.steps.outcome)
  const outcome = useFieldValue(fieldOf('outcome'))
  const { forms } = useLateReview(savers, review)
  const decided = forms.incidents.decisions.map(({ incident }) => incident)
  const incidents = useQuery(namedIncidentsQuery(decided)).data?.result ?? []
  const proposal = proposeOutcome(change, forms, incidents)
  const replies = toReplyEvidence(useQuery(questionsQuery(review.reference)).data?.result ?? [])
  const confirmed = forms.incidents.decisions.filter(({ decision }) => decision === 'confirmed')
  const lasted = countOpenMinutes(
    incidents.filter(({ number }) => confirmed.some(({ incident }) => incident === number)),
  )
  const repeated = useQuery(repeatedFactorsQuery(change.number)).data?.result.toReversed() ?? []
  const isContradiction = outcome !== null && proposal.outcome !== null && outcome !== proposal.outcome
  return (
    <div className="flex flex-col gap-5">
      <Proposal number={change.number} proposal={proposal} replies={replies} />
      <Questions
        of={asked}
        change={change}
        savers={savers}
        above={{
          factors: <AskedHeading title="Cause" change={change} savers={savers} />,
          effects: <AskedHeading title="Impact" change={change} savers={savers} />,
        }}
        own={{
          downtime_planned: (
            <Pair>
              <StepQuestion of={asked} name="downtime_planned" change={change} savers={savers} />
              <StepQuestion
                of={asked}
                name="downtime_actual"
                change={change}
                savers={savers}
                hint={offer(
                  lasted,
                  fieldOf('downtime_actual').onChange,
                  `The confirmed incidents lasted ${describeDuration(lasted ?? 0)}.`,
                )}
              />
            </Pair>
          ),
          downtime_actual: null,
          effort_planned: (
            <Pair>
              {efforts.map((name) => (
                <StepQuestion
                  key={name}
                  of={asked}
                  name={name}
                  change={change}
                  savers={savers}
                  hint={offer(change[name], fieldOf(name).onChange, `The record says ${change[name]}.`)}
                />
              ))}
            </Pair>
          ),
          effort_actual: null,
        }}
        words={{
          outcome: { badges: proposal.outcome === null ? {} : { [proposal.outcome]: suggested } },
          effects: { draw: SeveralBoxes },
          factors: {
            draw: SeveralBoxes,
            badges: Object.fromEntries(
              repeated.map(({ factor, ...before }) => [factor, <Before key={factor} {...before} />]),
            ),
          },
          ...(isContradiction && { justification: contradiction }),
        }}
      />
    </div>
  )
}

/** Heading of questions that are asked together, while they are. */
function AskedHeading({ title, ...asking }: { title: string } & Pick<StepProps, 'change' | 'savers'>) {
  if (useNeed(asked, 'factors', asking) === 'none') return null
  return <h3 className="border-t border-line pt-4 text-sm font-semibold">{title}</h3>
}

const Pair = ({ children }: { children: ReactNode }) => (
  <div className="grid items-end gap-x-8 gap-y-5 empty:hidden sm:grid-cols-[repeat(2,minmax(0,20rem))]">{children}</div>
)

/** How often a factor contributed to changes of a service in the last year. */
const Before = ({ changes, service }: { changes: number; service: string }) => (
  <Badge tone="warning" className="ml-2">
    {changes} before on {service}
  </Badge>
)

const suggested = (
  <Badge tone="info" className="ml-2">
    Suggested
  </Badge>
)

/** The reasoning for an outcome that the evidence does not suggest. */
const contradiction = {
  label: 'Why does your outcome differ from the suggestion?',
  hint: 'Shown in the report beside the evidence.',
  required: true,
}

type ProposalProps = { number: string; proposal: OutcomeProposal; replies: readonly EvidenceItem[] }

/** The suggested outcome with its evidence; each item links to its source and names the best outcome that it allows. */
function Proposal({ number, proposal: { outcome, evidence }, replies }: ProposalProps) {
  const title =
    outcome === null ? 'The evidence suggests nothing yet' : `The evidence suggests: ${outcomeCriteria[outcome].label}`
  return (
    <Notice tone="info" title={title}>
      <div className="leading-6">
        <CollapsedList
          items={[...evidence, ...replies]}
          omittedCount={0}
          marker="disc"
          render={(item) => (
            <>
              {item.label}:{' '}
              <TextLink href={getSourceHref(number, item)} className="font-normal">
                {item.text}
              </TextLink>
              {item.allows === null || item.allows === 'successful' ? null : (
                <span className="text-muted"> At best: {outcomeCriteria[item.allows].label}.</span>
              )}
            </>
          )}
        />
      </div>
    </Notice>
  )
}

function getSourceHref(number: string, { step, field, entry }: EvidenceItem): string {
  if (field === 'reply') return pagePaths.discussion(number)
  return step === null ? pagePaths.change(number) : missingHref(number, step, { field, entry })
}

/** Offers a figure of the records as an answer; undefined without one. */
const offer = (value: number | null, onEnter: (value: number) => void, words: string): ReactNode =>
  value === null ? undefined : (
    <>
      {words}{' '}
      <Button variant="ghost" size="sm" onClick={() => onEnter(value)}>
        Enter {value}
      </Button>
    </>
  )
