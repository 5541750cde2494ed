'use client'

import { useQuery } from '@tanstack/react-query'
import { RiskLabel, TypeLabel } from '#components/records/change-badges.tsx'
import { CloseFacts } from '#components/records/close-facts.tsx'
import { Implementer } from '#components/records/implementer.tsx'
import { NamedPerson } from '#components/records/named-person.tsx'
import { WindowTable } from '#components/records/window-table.tsx'
import { CardBody } from '#components/ui/card.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { addressWith } from '#lib/api/page-query.ts'
import { changePeopleQuery } from '#lib/api/review-queries.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { printValue } from '#lib/filter/print.ts'
import { SectionCard } from './section-card.tsx'
import { WindowPicture } from './window-picture.tsx'

/** Type, risk, services, people and window of a change. */
export function ChangeFacts({ change }: { change: ChangeRecord }) {
  const requester = useQuery(changePeopleQuery(change.number)).data?.requested_by
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
          <Fact label="Implementer" wide>
            <Implementer
              change={change}
              link={(name) => <TextLink href={changesWhere('assigned_to', change.assigned_to ?? '')}>{name}</TextLink>}
            />
          </Fact>
          {requester ? (
            <Fact label="Requested by" wide>
              <NamedPerson person={requester} />
            </Fact>
          ) : null}
          <Fact label="Affected services" wide>
            <Services names={change.affected_services} />
          </Fact>
          <CloseFacts change={change} />
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

/** The queue, filtered by a value of this change. */
const changesWhere = (field: 'assigned_to' | 'affected_services', value: string) =>
  addressWith(pagePaths.changes, {}, { query: `${field} = ${printValue(value)}` })
