'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { cx } from '#components/ui/class-names.ts'
import { endpointQuery, invalidateTags } from '#lib/api/endpoint-query.ts'
import type { IssueLink } from '#lib/contracts/app/issue-links.ts'
import { listIssueLinks } from '#lib/contracts/issue-routes.ts'
import { IssueLinkRow } from './issue-link-row.tsx'
import { LinkIssueForm } from './link-issue-form.tsx'

/** Milliseconds between polls while an issue waits to be created or read. */
const pollMs = 3_000

const isPending = ({ status, synced_at: syncedAt, error }: IssueLink) =>
  error === null && (status === 'creating' || (status === 'linked' && syncedAt === null))

type IssueLinksProps = {
  improvementId: string
  canWrite: boolean
  className?: string
}

/** The issues of an action in trackers. Renders nothing if no tracker is connected. */
export function IssueLinks({ improvementId, canWrite, className }: IssueLinksProps) {
  const client = useQueryClient()
  const [isAdding, setAdding] = useState(false)
  const addButton = useRef<HTMLButtonElement>(null)
  const { data } = useQuery({
    ...endpointQuery(listIssueLinks, { params: { id: improvementId } }),
    refetchInterval: ({ state }) => (state.data?.result.some(isPending) ? pollMs : false),
  })
  // Changes with each synchronization, which may have moved the action.
  const synced = data?.result.map(({ synced_at: at }) => at).join()
  const lastSync = useRef(synced)
  useEffect(() => {
    if (lastSync.current !== undefined && synced !== undefined && lastSync.current !== synced) {
      void invalidateTags(client, [listIssueLinks.tag])
    }
    lastSync.current = synced
  }, [client, synced])
  if (!data || (data.result.length === 0 && (data.trackers.length === 0 || !canWrite))) return null
  const close = () => {
    setAdding(false)
    requestAnimationFrame(() => addButton.current?.focus())
  }
  return (
    <section aria-labelledby="action-issues" className={cx('flex flex-col gap-3', className)}>
      <h2 id="action-issues" className="text-sm font-semibold">
        Issues
      </h2>
      {data.result.length === 0 ? null : (
        <ul className="divide-y divide-line rounded-md border border-line">
          {data.result.map((link) => (
            <IssueLinkRow key={link.connection_id} link={link} canWrite={canWrite} />
          ))}
        </ul>
      )}
      {isAdding ? (
        <LinkIssueForm improvementId={improvementId} trackers={data.trackers} onClose={close} />
      ) : canWrite && data.trackers.length > 0 ? (
        <Button
          ref={addButton}
          size="sm"
          className="self-start"
          icon={<Plus aria-hidden="true" />}
          onClick={() => setAdding(true)}
        >
          Add an issue
        </Button>
      ) : null}
    </section>
  )
}
