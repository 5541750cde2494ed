import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { IncidentLink } from '#components/incidents/incident-link.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { queryWindow, windowIncidentsQuery } from '#lib/api/review-queries.ts'
import { usePageMutation } from '#lib/api/use-page-mutation.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { nameService } from '#lib/contracts/routes.ts'
import type { IncidentWindow } from '#lib/domain/change/incident-window.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { describeCount } from '#lib/text/counted.ts'

const shownIncidents = 5

/** The services by which incidents are searched; a change without one can be given one. */
export function useSearchedService({
  number,
  affected_services: recorded,
}: Pick<ChangeRecord, 'number' | 'affected_services'>) {
  const [service, setService] = useState('')
  const isRecorded = recorded.length > 0
  return { number, isRecorded, services: isRecorded ? recorded : service === '' ? [] : [service], service, setService }
}

type SearchedServiceProps = {
  searched: ReturnType<typeof useSearchedService>
  window: IncidentWindow
}

/** Says for a change without a service what was searched, asks for the service, and lists what lies in the window. */
export function SearchedService({ searched, window }: SearchedServiceProps) {
  const { number, isRecorded, service, setService } = searched
  const store = usePageMutation(nameService)
  const { start, end } = window
  const isNeeded = !isRecorded && start !== null && end !== null
  const { data } = useQuery({ ...windowIncidentsQuery(window, shownIncidents), enabled: isNeeded })
  if (isRecorded) return null
  const list = isNeeded
    ? `${pagePaths.incidents}?${new URLSearchParams({ query: queryWindow({ start, end }) })}`
    : pagePaths.incidents
  return (
    <Notice tone="warning" title="This change names no service">
      <p>
        {service === ''
          ? 'Only incidents that name the change or share words with it were searched.'
          : `Searched: incidents of ${service}, and those that name the change or share words with it.`}{' '}
        {data ? (
          <>
            {data.total_count === 1 ? 'In this window lies ' : 'In this window lie '}
            <TextLink href={list}>{describeCount(data.total_count, 'incident')}</TextLink>.
          </>
        ) : null}
      </p>
      {data && data.result.length > 0 ? (
        <ul aria-label="The first incidents in this window" className="my-2 flex flex-col gap-1">
          {data.result.map((incident) => (
            <li key={incident.number} className="wrap-anywhere">
              <IncidentLink number={incident.number} /> {incident.short_description}{' '}
              <span className="text-xs text-muted">
                {incident.affected_service}, <DateTime value={incident.opened_at} />
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      <Field
        label="Service that the change affected"
        hint="Searches this window for its incidents. Stored on the change, it is not asked again."
        error={store.error?.message}
        className="max-w-72"
      >
        <Input
          defaultValue={service}
          maxLength={200}
          onBlur={({ target }) => setService(target.value.trim())}
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && setService(currentTarget.value.trim())}
        />
      </Field>
      <Button
        busy={store.isPending}
        disabled={service === ''}
        onClick={() => store.mutate({ params: { number }, body: { service } })}
        className="mt-2"
      >
        Store on the change
      </Button>
    </Notice>
  )
}
