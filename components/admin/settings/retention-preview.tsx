'use client'

import { useQuery } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { formatCount } from '#components/ui/format-count.ts'
import { useDebounced } from '#components/ui/use-debounced.ts'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { previewRetention } from '#lib/contracts/admin-routes.ts'
import type { RetentionPreview as Preview } from '#lib/contracts/app/retention.ts'
import type { RetentionSetting } from '#lib/contracts/app/setting-definitions.ts'

const nouns: Readonly<Record<RetentionSetting, string>> = {
  mail_retention_days: 'mails',
  notification_retention_days: 'notifications',
  attachment_retention_days: 'attachments',
  deployment_retention_days: 'deployments',
  webhook_retention_days: 'deliveries of webhooks',
}
const settings = Object.keys(nouns) as RetentionSetting[]

const isDays = (text: string | undefined) => /^\s*[1-9]\d{0,4}\s*$/.test(text ?? '')

/** What the days in the form would delete the next night. */
export function RetentionPreview({ form }: { form: UseFormReturn<Record<string, string>> }) {
  const entered = JSON.stringify(form.watch([...settings]))
  const texts = useDebounced(entered, 300)
  const days = (JSON.parse(texts) as (string | undefined)[]).flatMap((text, at) =>
    isDays(text) ? [[settings[at], Number(text)] as const] : [],
  )
  const preview = useQuery(endpointQuery(previewRetention, { query: Object.fromEntries(days) }))
  const counted = texts === entered ? preview.data : undefined
  return (
    <p role="status" className="text-sm text-muted text-pretty">
      {preview.isError ? preview.error.message : counted ? sentenceOf(counted) : 'Counting…'}
    </p>
  )
}

function sentenceOf({ result }: Preview): string {
  const counts = result
    .filter(({ records }) => records > 0)
    .map(({ setting, records, of }) => `${formatCount(records)} of ${formatCount(of)} ${nouns[setting]}`)
  return counts.length === 0
    ? 'With these days, the next night deletes nothing.'
    : `With these days, the next night deletes ${counts.join(', ')}. Nobody can undo it.`
}
