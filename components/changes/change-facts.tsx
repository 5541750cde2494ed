import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMay } from '#components/layout/user-context.tsx'
import { RiskLabel, TypeLabel } from '#components/records/change-badges.tsx'
import { CloseFacts } from '#components/records/close-facts.tsx'
import { Implementer, NamedPerson } from '#components/records/implementer.tsx'
import { QuotedObjective } from '#components/records/objective.tsx'
import { OriginDetails } from '#components/records/origin-details.tsx'
import { type ChangeWindow, WindowTable } from '#components/records/window-table.tsx'
import { ReasonDialog, useReasonWrite } from '#components/review/transition/reason-button.tsx'
import { CardBody } from '#components/ui/card.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { EditButton } from '#components/ui/overlay/dialog-button.tsx'
import { FoldedText } from '#components/ui/text/folded-text.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { buildHref } from '#lib/api/page-query.ts'
import { changePeopleQuery, originQuery } from '#lib/api/review-queries.ts'
import type { ChangePeople } from '#lib/contracts/app/changes.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { setLegalHold } from '#lib/contracts/routes.ts'
import { checkSeparationOfDuties } from '#lib/domain/change/separation-of-duties.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { printValue } from '#lib/filter/print.ts'
import { findObjective } from '#lib/review/questions/objective.ts'
import { ChangeMeasures } from './change-measures.tsx'
import { SectionCard } from './sections.tsx'

type ChangeFactsProps = {
  change: ChangeRecord
  review: Review | null
  legalHold: string | null
  /** The change to which it belongs; null if none is recorded here. */
  parent: { number: string; title: string } | null
  /** The picture of each measure. */
  figures: readonly ReactNode[]
}

export function ChangeFacts({ change, review, legalHold, parent, figures }: ChangeFactsProps) {
  const people = useQuery(changePeopleQuery(change.number)).data
  const origin = useQuery(originQuery('change', change.number)).data?.origin ?? null
  const isEmergency = change.type === 'emergency'
  const { effort_planned: planned, effort_actual: actual } = change
  const effort = [planned === null ? [] : `${planned} hours planned`, actual === null ? [] : `${actual} hours worked`]
    .flat()
    .join(', ')
  return (
    <SectionCard section="facts">
      <CardBody className="flex flex-col gap-4">
        <Facts>
          <Fact label="Type" value={<TypeLabel type={change.type} />} />
          <Fact label="Risk" value={<RiskLabel risk={change.risk} />} />
          <Fact label="Created" value={<DateTime value={change.created_at} />} />
          <Fact label="Updated" value={<DateTime value={change.updated_at} />} />
          {people?.requested_by || isEmergency ? (
            <Fact label="Requested by" value={<NamedPerson person={people?.requested_by} />} />
          ) : null}
          {people?.approved_by || change.approved_at || isEmergency ? (
            <Fact label="Approved by">
              <NamedPerson person={people?.approved_by} />
              {change.approved_at ? (
                <span className="block text-xs text-muted">
                  <DateTime value={change.approved_at} />
                </span>
              ) : null}
            </Fact>
          ) : null}
          <Fact label="Implementer">
            <Implementer
              change={change}
              link={(name) => <TextLink href={changesWhere('assigned_to', change.assigned_to ?? '')}>{name}</TextLink>}
            />
          </Fact>
          {isEmergency ? <Fact label="Reviewer" value={review?.reviewer_name ?? 'Not recorded'} /> : null}
          {isEmergency && people ? (
            <Fact label="Separation of duties" wide value={<Separation people={people} review={review} />} />
          ) : null}
          <Fact label="Affected services" wide value={<Services names={change.affected_services} />} />
          {change.parent ? (
            <Fact label="Part of" wide>
              {parent ? (
                <TextLink href={pagePaths.change(parent.number)}>
                  {parent.number} {parent.title}
                </TextLink>
              ) : (
                change.parent
              )}
            </Fact>
          ) : null}
          {change.model ? <Fact label="Model" value={change.model} /> : null}
          {effort ? <Fact label="Effort" value={effort} /> : null}
          {change.description ? (
            <Fact label="Description" wide value={<FoldedText text={change.description} />} />
          ) : null}
          <CloseFacts change={change} />
          <OriginDetails origin={origin} />
          <LegalHold number={change.number} reason={legalHold} />
        </Facts>
        <QuotedObjective objective={findObjective(change, review?.steps.plan.form)} />
        <ChangeMeasures change={change} review={review} figures={figures} />
        <div className="flex flex-col gap-3">
          <WindowTable window={change} focusable />
          <WindowPicture change={change} />
        </div>
      </CardBody>
    </SectionCard>
  )
}

function Services({ names }: { names: readonly string[] }) {
  if (names.length === 0) return 'None recorded'
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-1">
      {names.map((name) => (
        <li key={name}>
          <TextLink href={changesWhere('affected_services', name)}>{name}</TextLink>
        </li>
      ))}
    </ul>
  )
}

const changesWhere = (field: 'assigned_to' | 'affected_services', value: string) =>
  buildHref(pagePaths.changes, {}, { query: `${field} = ${printValue(value)}` })

/** Legal hold of a change; `reason` is null if there is none. A manager sets and releases it. */
function LegalHold({ number, reason }: { number: string; reason: string | null }) {
  const mayHold = useMay('manager')
  const isHeld = reason !== null
  if (!isHeld && !mayHold) return null
  return (
    <Fact label="Legal hold" wide>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {reason ?? 'None'}
        {mayHold ? (
          <EditButton
            label={isHeld ? 'Release from legal hold' : 'Put on legal hold'}
            dialog={(onClose) => <LegalHoldDialog number={number} isHeld={isHeld} onClose={onClose} />}
          />
        ) : null}
      </span>
    </Fact>
  )
}

function LegalHoldDialog({ number, isHeld, onClose }: { number: string; isHeld: boolean; onClose: () => void }) {
  const set = useReasonWrite(
    setLegalHold,
    (reason) => ({ params: { number }, body: { is_held: !isHeld, reason } }),
    `${number} ${isHeld ? 'is released' : 'is on legal hold'}`,
  )
  return (
    <ReasonDialog
      title={isHeld ? `Release ${number} from its legal hold?` : `Put ${number} on legal hold?`}
      description={
        isHeld
          ? 'The retention deletes it again once it is old enough.'
          : 'No retention deletes it, nor its review, files, deployments and incidents. Everybody who reads the change sees the reason.'
      }
      submitLabel={isHeld ? 'Release' : 'Hold'}
      {...set}
      onClose={onClose}
    />
  )
}

/** Verdict on whether requester, approver, implementer and reviewer of an emergency change are four people. */
function Separation({ people, review }: { people: ChangePeople; review: Review | null }) {
  const { isSeparated, text } = checkSeparationOfDuties(people, review)
  if (isSeparated) return text
  return (
    <span className="inline-flex items-start gap-1.5 text-warning-text">
      <TriangleAlert className="mt-0.5 size-4 shrink-0" />
      {text}
    </span>
  )
}

const width = 1000

/** Planned and actual window as two bars, the overrun highlighted. The table beside it says the same. */
function WindowPicture({ change }: { change: ChangeWindow }) {
  const planned = placeSpan(change.planned_start, change.planned_end)
  const actual = placeSpan(change.actual_start, change.actual_end)
  if (!planned || !actual) return null
  const from = Math.min(planned.start, actual.start)
  const scale = width / (Math.max(planned.end, actual.end) - from)
  const at = (time: number) => (time - from) * scale
  const inside = Math.min(actual.end, Math.max(planned.end, actual.start))
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1 text-xs text-muted">
      <span>Planned</span>
      <Bar>
        <rect
          x={at(planned.start)}
          width={at(planned.end) - at(planned.start)}
          height={10}
          className="fill-line-strong"
        />
      </Bar>
      <span>Actual</span>
      <Bar>
        <rect x={at(actual.start)} width={at(inside) - at(actual.start)} height={10} className="fill-accent" />
        {actual.end > inside ? (
          <rect x={at(inside)} width={at(actual.end) - at(inside)} height={10} className="fill-danger" />
        ) : null}
      </Bar>
    </div>
  )
}

function Bar({ children }: { children: React.ReactNode }) {
  return (
    <svg
      viewBox={`0 0 ${width} 10`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="block h-2.5 w-full overflow-hidden rounded-sm bg-sunken"
    >
      {children}
    </svg>
  )
}

function placeSpan(start: string | null, end: string | null): { start: number; end: number } | null {
  if (start === null || end === null || Date.parse(end) <= Date.parse(start)) return null
  return { start: Date.parse(start), end: Date.parse(end) }
}
