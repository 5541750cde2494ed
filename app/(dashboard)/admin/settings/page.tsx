import type { Metadata } from 'next'
import { AdminTabs } from '#components/admin/admin-tabs.tsx'
import { settingSections } from '#components/admin/settings/sections.ts'
import { SettingsSection } from '#components/admin/settings/settings-sections.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { presentSettings } from '#server/system/settings/present-settings.ts'

export const metadata: Metadata = { title: 'Settings of the organisation' }

export default async function OrganisationSettingsPage() {
  const ctx = await getPageContext(pagePaths.organisation, 'admin')
  const settings = presentSettings()
  return (
    <>
      <AdminTabs role={ctx.actor.role} current={pagePaths.organisation} />
      <PageHeader
        title="Settings"
        description="For the whole organisation. Each section is saved on its own and takes effect within seconds."
        actions={<ButtonLink href={pagePaths.firstSteps}>First steps</ButtonLink>}
      />
      <div className="flex flex-col gap-6">
        {settingSections.map((section) => (
          <SettingsSection key={section.id} section={section} settings={settings} />
        ))}
      </div>
    </>
  )
}
