import { Circle, CircleCheck } from 'lucide-react'
import type { Metadata } from 'next'
import { AdminTabs } from '#components/admin/admin-tabs.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card } from '#components/ui/card.tsx'
import { WriteButton } from '#components/ui/overlay/confirm-write.tsx'
import { updateSettings } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'
import { listFirstSteps } from '#server/system/setup/list-first-steps.ts'

export const metadata: Metadata = { title: 'First steps' }

export default async function FirstStepsPage() {
  const ctx = await getPageContext(pagePaths.firstSteps, 'admin')
  const steps = await listFirstSteps(ctx)
  const open = steps.filter(({ isDone, isOptional }) => !isDone && !isOptional).length
  return (
    <>
      <AdminTabs role={ctx.actor.role} />
      <PageHeader
        title="First steps"
        description={
          open === 0
            ? 'Everything is in place. Each step stays open to changes.'
            : 'Do them in any order. Each can be left and returned to.'
        }
        actions={
          getSettings().is_setup_dismissed ? null : (
            <WriteButton
              route={updateSettings}
              input={{ body: { is_setup_dismissed: true } }}
              goTo={pagePaths.organisation}
            >
              Dismiss
            </WriteButton>
          )
        }
      />
      <Card aria-label="Steps" className="max-w-3xl">
        <ol className="divide-y divide-line">
          {steps.map(({ title, description, href, action, isDone, isOptional }) => (
            <li key={title} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
              {isDone ? (
                <CircleCheck aria-label="Done" className="size-5 shrink-0 text-success-text" />
              ) : (
                <Circle aria-label="Open" className="size-5 shrink-0 text-muted" />
              )}
              <div className="min-w-0 flex-1 basis-52">
                <h2 className="flex flex-wrap items-center gap-2 text-sm font-medium">
                  {title}
                  {isOptional && !isDone ? <Badge>Optional</Badge> : null}
                </h2>
                <p className="text-sm text-muted text-pretty">{description}</p>
              </div>
              <ButtonLink href={href} size="sm" aria-label={`${isDone ? 'Change' : action}: ${title}`}>
                {isDone ? 'Change' : action}
              </ButtonLink>
            </li>
          ))}
        </ol>
      </Card>
    </>
  )
}
