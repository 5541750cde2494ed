import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { SignOut } from '#components/account/sign-out.tsx'
import { CopyNotice } from '#components/admin/copy-notice.tsx'
import { AppShell } from '#components/layout/app-shell.tsx'
import { SettingsEntry } from '#components/layout/navigation/nav-links.tsx'
import { QueryProvider } from '#components/layout/query-states.tsx'
import { NotificationBell } from '#components/notifications/notification-bell.tsx'
import { readChoice, toKnownZone } from '#components/ui/stored-choice.ts'
import { OwnZone } from '#components/ui/time/clock.tsx'
import { countUnreadForBell } from '#server/notifications/queries.ts'
import { findPageActor } from '#server/pages/page-context.ts'
import { findCopy } from '#server/platform/installation.ts'
import { getPageDatabase } from '#server/platform/runtime/runtime.ts'

/** The shell around the pages of a signed-in person. Each page checks access itself. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const [user, jar] = await Promise.all([findPageActor(), cookies()])
  if (!user) return <main id="content">{children}</main>
  const owner = { id: user.id, email: user.email }
  const menu = (
    <>
      <SettingsEntry />
      <SignOut owner={owner} />
    </>
  )
  const [unread, copy] = await Promise.all([countUnreadForBell(user), findCopy(getPageDatabase())])
  const bell = <NotificationBell unread={unread} />
  const content = (
    <>
      {copy ? <CopyNotice since={copy.since} mayConfirm={user.role === 'admin'} /> : null}
      {children}
    </>
  )
  return (
    <QueryProvider>
      <AppShell
        user={{ name: user.name, email: user.email, role: user.role }}
        nav={readChoice(jar, 'nav')}
        actions={bell}
        menu={menu}
      >
        {user.zone ? (
          <OwnZone key={user.zone} zone={toKnownZone(user.zone)}>
            {content}
          </OwnZone>
        ) : (
          content
        )}
      </AppShell>
    </QueryProvider>
  )
}
