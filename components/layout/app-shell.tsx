import type { ReactNode } from 'react'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { ThemeToggle } from '#components/ui/theme-toggle.tsx'
import { HomeLink } from './navigation/home-link.tsx'
import { NavCollapse } from './navigation/nav-collapse.tsx'
import { NavDrawer } from './navigation/nav-drawer.tsx'
import { type NavCounts, NavLinks } from './navigation/nav-links.tsx'
import { BreadcrumbLabels, PathBreadcrumbs } from './navigation/path-breadcrumbs.tsx'
import { PaletteProvider } from './palette/palette.tsx'
import { PaletteButton } from './palette/palette-button.tsx'
import { GoShortcuts } from './shortcuts/go-shortcuts.tsx'
import { ShortcutsProvider } from './shortcuts/shortcuts.tsx'
import { SkipLink } from './skip-link.tsx'
import { UserProvider } from './user-context.tsx'
import { type ShellUser, UserMenu } from './user-menu.tsx'

type AppShellProps = {
  user: ShellUser | null
  signInHref?: string
  /** Stored choice `nav`, so that the server renders the navigation in the chosen width. */
  nav?: string | undefined
  /** Counts shown beside entries of the navigation, by path. */
  counts?: NavCounts
  /** Shown in the header beside the user menu. */
  actions?: ReactNode
  /** Entries of the user menu, such as signing out. */
  menu?: ReactNode
  children: ReactNode
}

/** Navigation and header around every page for signed-in people. A page must not render a `main` of its own. */
export function AppShell({ user, signInHref = '/sign-in', nav, counts, actions, menu, children }: AppShellProps) {
  const isRail = nav === 'rail'
  return (
    <UserProvider user={user}>
      <ShortcutsProvider>
        <PaletteProvider>
          <BreadcrumbLabels>
            <SkipLink />
            <GoShortcuts />
            <div className="flex min-h-dvh">
              <aside
                data-nav={isRail ? 'rail' : 'open'}
                className="sticky top-0 flex h-dvh w-52 shrink-0 flex-col border-r border-line bg-surface data-[nav=rail]:w-13 max-md:hidden print:hidden"
              >
                <HomeLink />
                <nav aria-label="Main" className="flex-1 overflow-y-auto px-2 py-1">
                  <NavLinks role={user?.role} counts={counts} />
                </nav>
                <div className="p-2">
                  <NavCollapse isRail={isRail} />
                </div>
              </aside>
              <div className="flex min-w-0 flex-1 flex-col">
                <header className="sticky top-0 z-30 flex h-12 shrink-0 items-center gap-2 border-b border-line bg-surface px-2 md:px-4 print:hidden">
                  <NavDrawer role={user?.role} counts={counts} />
                  <div className="min-w-0 flex-1">
                    <PathBreadcrumbs />
                  </div>
                  <PaletteButton />
                  {actions}
                  <ThemeToggle />
                  {user ? (
                    <UserMenu user={user}>{menu}</UserMenu>
                  ) : (
                    <ButtonLink href={signInHref} size="sm" variant="primary">
                      Sign in
                    </ButtonLink>
                  )}
                </header>
                <main
                  id="content"
                  tabIndex={-1}
                  className="w-full max-w-page flex-1 px-3 py-4 outline-none sm:px-4 md:px-6 print:py-0"
                >
                  {children}
                </main>
              </div>
            </div>
          </BreadcrumbLabels>
        </PaletteProvider>
      </ShortcutsProvider>
    </UserProvider>
  )
}
