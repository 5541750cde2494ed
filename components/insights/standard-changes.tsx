'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay, useUser } from '#components/layout/user-context.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { DateInput } from '#components/ui/form/date-input.tsx'
import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { FormError } from '#components/ui/form/form-error.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { Textarea } from '#components/ui/form/textarea.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import { WriteButton } from '#components/ui/overlay/confirm-write.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { DialogButton } from '#components/ui/overlay/dialog-button.tsx'
import { SkeletonText } from '#components/ui/skeleton.tsx'
import { DataTable } from '#components/ui/table/data-table.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Day } from '#components/ui/time/day.tsx'
import { PersonInput } from '#components/users/person-input.tsx'
import type { CallResponse } from '#lib/api/call-endpoint.ts'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import type { ChangeModel, StandardDecision, StandardRule } from '#lib/contracts/app/standard-changes.ts'
import { confirmStandard, decideStandard, listTitleModels, nameModel, setStandardRule } from '#lib/contracts/routes.ts'
import { isSameEmail } from '#lib/domain/four-eyes/same-person.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { describeCount } from '#lib/text/counted.ts'
import { formatDay } from '#lib/time/format-time.ts'
import { addMonthsTo } from '#lib/time/local-day.ts'
import { CountLink } from './count-link.tsx'
import {
  describeOutcomes,
  drawnOutcomes,
  type OutcomeTally,
  outcomeStyles,
  stackOutcomes,
  sumUp,
} from './outcome-style.tsx'

const proposals = {
  grant: { label: 'May become standard', tone: 'info' },
  revoke: { label: 'Should no longer be standard', tone: 'danger' },
  renew: { label: 'To be renewed', tone: 'warning' },
} as const
const decisions = [
  { value: 'standard', label: 'Standard: made without an approval of its own' },
  { value: 'not_standard', label: 'Not standard' },
]

type StandardChangesProps = { models: readonly ChangeModel[]; rule: StandardRule; today: string }

/** The change models with what became of their changes, what the rule proposes, and what two managers decided. */
export function StandardChanges({ models, rule, today }: StandardChangesProps) {
  return (
    <DataTable
      label="Change models"
      rows={models}
      rowKey={({ model }) => model}
      columns={[
        { label: 'Model', isPrimary: true, cell: ({ model }) => <span className="break-words">{model}</span> },
        {
          label: 'Changes',
          align: 'end',
          cell: ({ model, changes, list }) => <CountLink href={list} count={changes} label={`Changes of ${model}`} />,
        },
        {
          label: 'Reviewed',
          align: 'end',
          cell: ({ model, reviewed, reviewed_list: list }) => (
            <CountLink href={list} count={reviewed} label={`Reviewed changes of ${model}`} />
          ),
        },
        { label: 'Outcomes by quarter', cell: ({ quarters }) => <QuarterBars quarters={quarters} /> },
        {
          label: 'Last failure',
          isEmpty: ({ last_failure: failure }) => failure === null,
          cell: ({ last_failure: failure }) =>
            failure ? (
              <span className="whitespace-nowrap">
                <TextLink href={pagePaths.change(failure.number)}>{failure.number}</TextLink>{' '}
                <span className="text-muted">
                  <Day value={failure.pir_date} />
                </span>
              </span>
            ) : null,
        },
        {
          label: 'Decision',
          isEvident: true,
          cell: (row) => <Decision row={row} rule={rule} today={today} />,
        },
      ]}
    />
  )
}

const barHeight = 28

/** The reviews of each quarter by outcome, as small stacked bars with one scale. */
function QuarterBars({ quarters }: Pick<ChangeModel, 'quarters'>) {
  const tallies = quarters.map(({ outcomes }): OutcomeTally => drawnOutcomes.map((outcome) => outcomes[outcome] ?? 0))
  const most = Math.max(1, ...tallies.map(sumUp))
  const y = (count: number) => barHeight * (1 - count / most)
  const words = tallies.map((tally, index) => `${quarters[index]?.quarter}: ${describeOutcomes(tally)}`).join('; ')
  return (
    <svg role="img" aria-label={words} width={tallies.length * 14} height={barHeight + 1} fill="currentColor">
      <title>{words}</title>
      {tallies.map((tally, index) => (
        <g key={quarters[index]?.quarter}>
          <path d={`M${index * 14 + 1} ${barHeight + 0.5}h10`} className="text-muted" stroke="currentColor" />
          {stackOutcomes(tally).map(({ outcome, low, high }) => (
            <rect
              key={outcome}
              x={index * 14 + 1}
              width={10}
              y={y(high)}
              height={y(low) - y(high)}
              {...outcomeStyles[outcome].draw}
            />
          ))}
        </g>
      ))}
    </svg>
  )
}

/** Words what a second manager confirms: `Its changes are standard until 1 Dec 2027, and Ada Berg answers for it`. */
const wordTerms = ({ decision, owner, owner_name: name, expires_on: until }: StandardDecision): string =>
  decision === 'standard' && until !== null
    ? `Its changes are standard until ${formatDay(until)}, and ${name ?? owner} answers for it`
    : 'Its changes are not standard'

type DecisionProps = { row: ChangeModel; rule: StandardRule; today: string }

function Decision({ row, rule, today }: DecisionProps) {
  const { model, decision, pending, proposal, is_standard: isStandard } = row
  const mayDecide = useMay('manager')
  const email = useUser()?.email ?? ''
  const isOwn = pending !== null && isSameEmail(pending.decided_by, email)
  return (
    <div className="flex flex-col items-start gap-1.5">
      {isStandard ? <Badge tone="success">Standard</Badge> : null}
      {decision ? <DecisionText decision={decision} /> : null}
      {proposal ? <Badge tone={proposals[proposal].tone}>{proposals[proposal].label}</Badge> : null}
      {pending ? (
        <p className="text-sm">
          {pending.decided_by_name ?? pending.decided_by} proposes{' '}
          <strong>{pending.decision === 'standard' ? 'standard' : 'not standard'}</strong>
          <Terms of={pending} />: {pending.reason}
        </p>
      ) : null}
      {mayDecide ? (
        <div className="flex flex-wrap gap-2">
          {pending ? (
            <WriteButton
              size="sm"
              route={confirmStandard}
              input={{ body: { model }, ifMatch: `"v${pending.version}"` }}
              disabled={isOwn}
              done="Confirmed"
              aria-label={isOwn ? undefined : `Confirm the decision on ${model}`}
              confirm={{
                title: `Confirm the decision on ${model}?`,
                description: `${wordTerms(pending)}, on the figures of ${describeCount(pending.figures.reviewed, 'reviewed change')}: ${pending.figures.failed} failed, ${pending.figures.issues} with issues.`,
                confirmLabel: 'Confirm',
              }}
            >
              {isOwn ? 'Another manager confirms it' : 'Confirm'}
            </WriteButton>
          ) : null}
          <DialogButton
            size="sm"
            aria-label={`${pending ? 'Decide otherwise' : 'Decide'} on ${model}`}
            dialog={(onClose) => <DecideDialog row={row} rule={rule} today={today} onClose={onClose} />}
          >
            {pending ? 'Decide otherwise' : 'Decide'}
          </DialogButton>
        </div>
      ) : null}
    </div>
  )
}

/** Who answers for a standard model, and until when. */
const Terms = ({ of: { owner, owner_name: name, expires_on: until } }: { of: StandardDecision }) =>
  owner === null ? null : (
    <>
      {' '}
      until <Day value={until} />, {name ?? owner} answers for it
    </>
  )

const DecisionText = ({ decision }: { decision: StandardDecision }) => (
  <p className="text-sm text-muted">
    {decision.decision === 'standard' ? 'Standard' : 'Not standard'}
    <Terms of={decision} />: {decision.reason} ({decision.decided_by_name ?? decision.decided_by},{' '}
    {decision.confirmed_by_name ?? decision.confirmed_by})
  </p>
)

function DecideDialog({ row, rule, today, onClose }: DecisionProps & { onClose: () => void }) {
  const { model, decision, pending, proposal, reviewed, failed, issues } = row
  const version = (pending ?? decision)?.version
  const user = useUser()
  const { Field, form, state } = useEndpointForm(decideStandard, {
    values: {
      decision: proposal === 'revoke' ? 'not_standard' : 'standard',
      reason: '',
      owner: decision?.owner ?? user?.email ?? '',
      expires_on: addMonthsTo(today, rule.valid_months),
    },
    input: ({ decision: chosen, reason, owner, expires_on }) => ({
      body: {
        model,
        reason,
        ...(chosen === 'standard'
          ? { decision: 'standard' as const, owner: owner || null, expires_on: expires_on || null }
          : { decision: 'not_standard' as const }),
      },
      ...(version !== undefined && { ifMatch: `"v${version}"` }),
    }),
    done: 'Decided: another manager confirms it',
    onDone: onClose,
  })
  return (
    <FormDialog
      {...state}
      title={`Decide on ${model}`}
      description={`${describeCount(reviewed, 'reviewed change')} in ${describeCount(rule.months, 'month')}: ${failed} failed, ${issues} with issues. Figures and changes are stored with the decision.`}
      submitLabel="Decide"
      onClose={onClose}
    >
      <Field name="decision" label="Decision" as={NativeSelect} options={decisions} />
      <Field name="reason" label="Reason" required as={Textarea} rows={3} />
      {form.watch('decision') === 'standard' ? (
        <>
          <Field name="owner" label="Who answers for it" required controlled={PersonInput} />
          <Field name="expires_on" label="Until" required controlled={DateInput} />
        </>
      ) : null}
    </FormDialog>
  )
}

const ruleFields = [
  ['months', 'Months whose reviews count'],
  ['reviewed', 'May become standard after so many reviews, none failed'],
  ['issues', 'No longer standard after so many with issues, or one that failed'],
  ['valid_months', 'Months until it is to be renewed'],
] as const

/** Edits when a decision is proposed. */
export function StandardRuleButton({ rule }: { rule: StandardRule }) {
  return useMay('manager') ? (
    <DialogButton dialog={(onClose) => <RuleDialog rule={rule} onClose={onClose} />}>Edit the rule</DialogButton>
  ) : null
}

function RuleDialog({ rule, onClose }: { rule: StandardRule; onClose: () => void }) {
  const { Field, state } = useEndpointForm(setStandardRule, {
    values: Object.fromEntries(ruleFields.map(([name]) => [name, String(rule[name])])),
    input: (values: Record<string, string>) => ({
      body: Object.fromEntries(ruleFields.map(([name]) => [name, Number(values[name])])) as StandardRule,
    }),
    done: 'Rule saved',
    onDone: onClose,
  })
  return (
    <FormDialog {...state} title="When a decision is proposed" submitLabel="Save" onClose={onClose}>
      {ruleFields.map(([name, label]) => (
        <Field key={name} name={name} label={label} inputMode="numeric" required />
      ))}
    </FormDialog>
  )
}

/** Lists titles that may be models, which a manager names one by one. */
export const TitleModelsButton = () =>
  useMay('manager') ? (
    <DialogButton dialog={(onClose) => <TitleModels onClose={onClose} />}>Find models in titles</DialogButton>
  ) : null

function TitleModels({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(endpointQuery(listTitleModels, {}))
  const [named, setNamed] = useState<readonly string[]>([])
  const found = data?.result.filter(({ name }) => !named.includes(name))
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      size="lg"
      title="Models in titles"
      description="Changes without a model whose titles differ in numbers and months only. Those that you name get the model; the others stay as they are."
    >
      {found === undefined ? <SkeletonText lines={4} label="Reading the titles" /> : null}
      {found?.length === 0 ? <p className="text-sm text-muted">No title occurs three times without a model.</p> : null}
      <ul className="flex flex-col gap-4">
        {found?.map((one) => (
          <TitleModel key={one.name} found={one} onNamed={() => setNamed([...named, one.name])} />
        ))}
      </ul>
    </Dialog>
  )
}

type TitleModelProps = { found: CallResponse<typeof listTitleModels>['result'][number]; onNamed: () => void }

function TitleModel({ found: { name, title, count, changes }, onNamed }: TitleModelProps) {
  const { Field, state } = useEndpointForm(nameModel, {
    values: { model: name },
    input: ({ model }) => ({ body: { model, changes } }),
    done: ({ changes: named }) => `${describeCount(named, 'change')} got the model`,
    onDone: onNamed,
  })
  return (
    <li>
      <form aria-label={name} onSubmit={state.onSubmit} className="flex flex-wrap items-end gap-2">
        <Field
          name="model"
          label={`${describeCount(count, 'change')}, such as “${title}”`}
          className="flex-1 basis-56"
          required
        />
        <Button type="submit" busy={state.busy}>
          {count > changes.length ? `Name the latest ${changes.length}` : 'Name them'}
        </Button>
        <FormError>{state.error}</FormError>
      </form>
    </li>
  )
}
