'use client'

import { useQuery } from '@tanstack/react-query'
import { useMay } from '#components/layout/user-context.tsx'
import { RiskLabel, TypeLabel } from '#components/records/change-badges.tsx'
import { CloseFacts } from '#components/records/close-facts.tsx'
import { Implementer } from '#components/records/implementer.tsx'
import { NamedPerson } from '#components/records/named-person.tsx'
import { OriginDetails } from '#components/records/origin-details.tsx'
import { WindowTable } from '#components/records/window-table.tsx'
import { CardBody } from '#components/ui/card.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { EditButton } from '#components/ui/overlay/dialog-button.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { buildHref } from '#lib/api/page-query.ts'
import { changePeopleQuery, originQuery } from '#lib/api/review-queries.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { printValue } from '#lib/filter/print.ts'
import { LegalHoldDialog } from './legal-hold-dialog.tsx'
import { SectionCard } from './section-card.tsx'
import { Separation } from './separation.tsx'
import { WindowPicture } from './window-picture.tsx'

type ChangeFactsProps = {
  change: ChangeRecord
  review: Review | null
  /** Reason for the legal hold; null if there is none. */
  legalHold: string | null
}

/** Type, risk, services, people, legal hold and window of a change. */
export function ChangeFacts({ change, review, legalHold }: ChangeFactsProps) {
  const people = useQuery(changePeopleQuery(change.number)).data
  const origin = useQuery(originQuery('change', change.number)).data?.origin ?? null
  const isEmergency = change.type === 'emergency'
  return (
    <SectionCard section="facts">
      <CardBody className="flex flex-col gap-4">
        <Facts>
          <Fact label="Type">
            <TypeLabel type={change.type} />
          </Fact>
          <Fact label="Risk">
            <RiskLabel risk={change.risk} />
          </Fact>
          <Fact label="Created">
            <DateTime value={change.created_at} />
          </Fact>
          <Fact label="Updated">
            <DateTime value={change.updated_at} />
          </Fact>
          {people?.requested_by || isEmergency ? (
            <Fact label="Requested by">
              <NamedPerson person={people?.requested_by} />
            </Fact>
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
          {isEmergency ? <Fact label="Reviewer">{review?.reviewer_name ?? 'Not recorded'}</Fact> : null}
          {isEmergency && people ? (
            <Fact label="Separation of duties" wide>
              <Separation people={people} review={review} />
            </Fact>
          ) : null}
          <Fact label="Affected services" wide>
            <Services names={change.affected_services} />
          </Fact>
          <CloseFacts change={change} />
          <OriginDetails origin={origin} />
          <LegalHold number={change.number} reason={legalHold} />
        </Facts>
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

/** Link to the queue, filtered by a value of this change. */
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
