'use client'

import { useQuery } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { formatCount } from '#components/ui/format-count.ts'
import { useDebounced } from '#components/ui/use-debounced.ts'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { previewRetention } from '#lib/contracts/admin-routes.ts'
import type { RetentionPreview as Preview } from '#lib/contracts/app/retention.ts'
import type { RetentionSetting } from '#lib/contracts/app/setting-definitions.ts'
import { formatDayLabel } from '#lib/time/day-labels.ts'

const nouns: Readonly<Record<RetentionSetting, string>> = {
  mail_retention_days: 'mails',
  notification_retention_days: 'notifications',
  attachment_retention_days: 'attachments',
  deployment_retention_days: 'deployments',
  webhook_retention_days: 'deliveries of webhooks',
  change_retention_days: 'changes with their reviews',
  incident_retention_days: 'incidents',
  improvement_retention_days: 'actions',
  article_retention_days: 'articles',
}
const settings = Object.keys(nouns) as RetentionSetting[]

const isDays = (text: string | undefined) => /^\s*[1-9]\d{0,4}\s*$/.test(text ?? '')

/** Counts the records that the next night would delete with the days in the form. */
export function RetentionPreview({ form }: { form: UseFormReturn<Record<string, string>> }) {
  const entered = JSON.stringify(form.watch([...settings]))
  const texts = useDebounced(entered, 300)
  const days = (JSON.parse(texts) as (string | undefined)[]).flatMap((text, at) =>
    isDays(text) ? [[settings[at], Number(text)] as const] : [],
  )
  const preview = useQuery(endpointQuery(previewRetention, { query: Object.fromEntries(days) }))
  const counts = texts === entered ? preview.data : undefined
  return (
    <div role="status" className="text-sm text-muted text-pretty">
      {preview.isError ? preview.error.message : counts ? <Counts {...counts} /> : 'Counting…'}
    </div>
  )
}

function Counts({ result }: Preview) {
  const deleted = result.filter(({ records }) => records > 0)
  if (deleted.length === 0) return 'With these days, the next night deletes nothing.'
  return (
    <>
      <p>With these days, the next night deletes the following. Nobody can undo it.</p>
      <ul className="mt-1 list-disc pl-5">
        {deleted.map(({ setting, records, of, until }) => (
          <li key={setting}>
            {`${formatCount(records)} of ${formatCount(of)} ${nouns[setting]}, up to ${formatDayLabel(until)}`}
          </li>
        ))}
      </ul>
    </>
  )
}
