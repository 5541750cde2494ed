import { Braces } from 'lucide-react'
import type { ReactNode } from 'react'
import { Avatar } from '#components/ui/avatar.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Link } from '#components/ui/link.tsx'
import { ThemeChoice, ThemeToggle } from '#components/ui/theme-toggle.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { GoShortcuts, HomeLink, NavCollapse, NavDrawer, NavLinks } from './navigation/nav-links.tsx'
import { BreadcrumbLabels, PathBreadcrumbs } from './navigation/path-breadcrumbs.tsx'
import { PaletteButton, PaletteProvider } from './palette/palette.tsx'
import { ShortcutHelpButton, ShortcutsProvider } from './shortcuts/shortcuts.tsx'
import { SkipLink } from './skip-link.tsx'
import { type ShellUser, UserProvider } from './user-context.tsx'
import { userMenuId } from './user-menu-item.ts'

type AppShellProps = {
  user: ShellUser
  /** Stored choice `nav`, so that the server renders the navigation in the chosen width. */
  nav: string | undefined
  actions: ReactNode
  /** Entries of the user menu, such as signing out. */
  menu: ReactNode
  children: ReactNode
}

/** Navigation and header around every page for signed-in people. A page must not render a `main` of its own. */
export function AppShell({ user, nav, actions, menu, children }: AppShellProps) {
  const isRail = nav === 'rail'
  return (
    <UserProvider user={user}>
      <ShortcutsProvider>
        <PaletteProvider>
          <BreadcrumbLabels>
            <SkipLink />
            <GoShortcuts role={user.role} />
            <div className="flex min-h-dvh">
              <aside
                data-nav={isRail ? 'rail' : 'open'}
                className="sticky top-0 flex h-dvh w-52 shrink-0 flex-col border-r border-line bg-surface data-[nav=rail]:w-13 max-md:hidden print:hidden"
              >
                <HomeLink />
                <nav aria-label="Main" className="flex-1 overflow-y-auto px-2 py-1">
                  <NavLinks role={user.role} />
                </nav>
                <div className="p-2">
                  <NavCollapse isRail={isRail} />
                </div>
              </aside>
              <div className="flex min-w-0 flex-1 flex-col">
                <header className="sticky top-0 z-30 flex h-12 shrink-0 items-center gap-2 border-b border-line bg-surface px-2 md:px-4 print:hidden">
                  <NavDrawer role={user.role} />
                  <div className="min-w-0 flex-1">
                    <PathBreadcrumbs />
                  </div>
                  <PaletteButton />
                  {actions}
                  <ThemeToggle />
                  <UserMenu user={user}>{menu}</UserMenu>
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

function UserMenu({ user, children }: { user: ShellUser; children: ReactNode }) {
  return (
    <>
      <button
        type="button"
        popoverTarget={userMenuId}
        className="grid size-8 shrink-0 place-items-center rounded-full hover:bg-ink/7"
      >
        <Avatar name={user.name} size="md" />
        <span className="sr-only">Account of {user.name}</span>
      </button>
      <div
        id={userMenuId}
        popover="auto"
        className="fixed inset-auto top-12 right-2 w-60 rounded-lg border border-line bg-raised p-1 text-ink shadow-raised"
      >
        <div className="flex flex-col gap-0.5 px-2 py-1.5">
          <div className="flex items-center justify-between gap-2">
            <p className="truncate text-sm font-medium">{user.name}</p>
            <Badge className="capitalize">{user.role}</Badge>
          </div>
          <p className="truncate text-xs text-muted">{user.email}</p>
        </div>
        <div className="px-1 py-1">
          <ThemeChoice />
        </div>
        <hr className="-mx-1 my-1 border-line" />
        <ShortcutHelpButton />
        <Link href={pagePaths.reference} className="user-menu-item">
          <Braces aria-hidden="true" />
          API reference
        </Link>
        {children}
      </div>
    </>
  )
}
