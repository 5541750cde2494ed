'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, RefreshCw, Unlink } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useEffect, useRef, useState } from 'react'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { cx } from '#components/ui/class-names.ts'
import { ExternalLink } from '#components/ui/external-link.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { failWith, showToast } from '#components/ui/overlay/toast.tsx'
import { RelativeTime } from '#components/ui/time/relative-time.tsx'
import { endpointQuery, invalidateTags } from '#lib/api/endpoint-query.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { IssueLink } from '#lib/contracts/app/improvements.ts'
import { listIssueLinks, removeIssueLink, syncIssueLink } from '#lib/contracts/routes.ts'

const LinkIssueForm = dynamic(() => import('./link-issue-form.tsx').then((part) => part.LinkIssueForm), {
  loading: () => null,
})

/** Milliseconds between polls while an issue waits to be created or read. */
const pollMs = 3_000

const isPending = ({ status, synced_at: syncedAt, error }: IssueLink) =>
  error === null && (status === 'creating' || (status === 'linked' && syncedAt === null))

type IssueLinksProps = { improvementId: string; canWrite: boolean; className?: string }

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
        <Button ref={addButton} size="sm" className="self-start" icon={<Plus />} onClick={() => setAdding(true)}>
          Add an issue
        </Button>
      ) : null}
    </section>
  )
}

/** One issue of an action: remote status, time of synchronization, and the last error. */
function IssueLinkRow({ link, canWrite }: { link: IssueLink; canWrite: boolean }) {
  const { issue_key: key, url, system, connection_name: connection } = link
  const sync = useEndpointMutation(syncIssueLink)
  const unlink = useEndpointMutation(removeIssueLink)
  const params = { id: link.improvement_id, connection_id: link.connection_id }
  const name = key ?? `the issue in ${connection}`
  const remarks = [
    ...(link.was_closed ? ['It was closed before it was linked, so it does not set the action to done.'] : []),
    ...(link.refused_fields.length > 0 ? [`${system} does not accept: ${link.refused_fields.join(', ')}.`] : []),
  ]
  const showUnlinked = () =>
    showToast({ kind: 'success', title: `Unlinked ${name}`, description: 'The issue itself stays.' })
  return (
    <li className="flex items-start justify-between gap-3 px-3 py-2">
      <div className="flex min-w-0 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          {key && url ? <ExternalLink href={url}>{key}</ExternalLink> : <span>New issue in {connection}</span>}
          {link.issue_status ? <Badge>{link.issue_status}</Badge> : null}
        </p>
        <p className="text-xs text-muted">
          {system} · <SyncStatus link={link} />
        </p>
        {remarks.map((remark) => (
          <p key={remark} className="text-xs text-muted">
            {remark}
          </p>
        ))}
        {link.error ? (
          <p role="status" className="text-xs break-words text-danger-text">
            {link.error}
          </p>
        ) : null}
        {link.error && canWrite ? (
          <Button
            size="sm"
            className="self-start"
            busy={sync.isPending}
            onClick={() => sync.mutate({ params }, { onError: failWith('Not done') })}
          >
            Try again
          </Button>
        ) : null}
      </div>
      {canWrite ? (
        <div className="flex shrink-0">
          {link.error ? null : (
            <IconButton
              label={`Synchronize ${name} now`}
              icon={<RefreshCw />}
              busy={sync.isPending}
              onClick={() => sync.mutate({ params }, { onError: failWith('Not done') })}
            />
          )}
          <IconButton
            label={`Unlink ${name}`}
            icon={<Unlink />}
            busy={unlink.isPending}
            onClick={() => unlink.mutate({ params }, { onSuccess: showUnlinked, onError: failWith('Not done') })}
          />
        </div>
      ) : null}
    </li>
  )
}

function SyncStatus({ link: { status, synced_at: at, error } }: { link: IssueLink }) {
  if (status === 'creating') return error ? 'not created yet' : 'being created…'
  if (status === 'failed' && at === null) return 'not synchronized'
  if (at === null) return error ? 'not synchronized yet' : 'being read…'
  return (
    <>
      synchronized <RelativeTime value={at} />
    </>
  )
}
