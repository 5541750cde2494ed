import type { Metadata } from 'next'
import { ChangePassword } from '#components/account/change-password.tsx'
import { OwnAbsence } from '#components/account/own-absence.tsx'
import { OwnCalendars } from '#components/account/own-calendars.tsx'
import { OwnSessions } from '#components/account/own-sessions.tsx'
import { TimeZoneChoice } from '#components/account/time-zone-choice.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { MailChoices } from '#components/notifications/mail-choices.tsx'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { hasRole } from '#lib/contracts/endpoint.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { listMetricFilterValues } from '#server/insights/filter-values.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { listCalendars } from '#server/people/calendars/own-calendars.ts'
import { findOwnAbsence } from '#server/people/own-absence.ts'
import { findAccount } from '#server/platform/auth/account-queries.ts'
import { listMySessions } from '#server/platform/auth/own-sessions.ts'
import { getMailPreferences } from '#server/platform/mail/preferences.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'

export const metadata: Metadata = { title: 'Settings' }

export default async function SettingsPage() {
  const ctx = await getPageContext(pagePaths.settings)
  const [absence, account, mailPreferences, calendars, { services }, sessions] = await Promise.all([
    findOwnAbsence(ctx),
    findAccount(ctx.db, ctx.actor.id),
    getMailPreferences(ctx),
    listCalendars(ctx),
    listMetricFilterValues(ctx),
    listMySessions(ctx),
  ])
  return (
    <>
      <PageHeader title="Settings" description="Your personal settings" />
      <div className="flex flex-col gap-6">
        <MailChoices preferences={mailPreferences} />
        <TimeZoneChoice
          zone={ctx.actor.hasOwnZone ? (ctx.actor.zone ?? '') : ''}
          organisationZone={getSettings().time_zone}
        />
        {hasRole(ctx.actor.role, 'reviewer') ? (
          <OwnAbsence key={absence ? Object.values(absence).join() : 'none'} absence={absence} me={ctx.actor.email} />
        ) : null}
        <OwnCalendars calendars={calendars} services={services} />
        {account?.passwordHash ? <ChangePassword email={account.email} expiresAt={account.passwordExpiresAt} /> : null}
        <OwnSessions sessions={sessions} email={ctx.actor.email} />
        <ApiCard />
      </div>
    </>
  )
}

const ApiCard = () => (
  <Card aria-labelledby="api" className="max-w-2xl">
    <CardHeader id="api" title="API" description="Scripts and other systems can do what these pages do." />
    <CardBody className="text-sm">
      <p>
        The <TextLink href={pagePaths.reference}>API reference</TextLink> describes every operation. An administrator
        creates the API tokens.
      </p>
    </CardBody>
  </Card>
)
