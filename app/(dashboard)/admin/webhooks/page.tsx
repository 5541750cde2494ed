import type { Metadata } from 'next'
import { AdminTabs } from '#components/admin/admin-tabs.tsx'
import { EditWebhook } from '#components/admin/webhooks/edit-webhook.tsx'
import { WebhookList } from '#components/admin/webhooks/webhook-list.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { webhookPaths } from '#lib/domain/webhook-paths.ts'
import { listEventTypes, listWebhooks } from '#server/change-feed/webhooks/queries.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'

export const metadata: Metadata = { title: 'Webhooks' }

export default async function WebhooksPage() {
  const ctx = await getPageContext(webhookPaths.all, 'admin')
  const webhooks = await listWebhooks(ctx)
  const form = { types: listEventTypes(), hasPublicUrl: getSettings().public_url !== null }
  return (
    <>
      <AdminTabs role={ctx.actor.role} current={webhookPaths.all} />
      <PageHeader
        title="Webhooks"
        description="URLs that Hindsight sends events to as they happen."
        actions={webhooks.length > 0 ? <EditWebhook {...form} webhook={null} /> : null}
      />
      <div className="max-w-4xl">
        <WebhookList {...form} webhooks={webhooks} />
      </div>
    </>
  )
}
